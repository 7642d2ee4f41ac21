"""Matrix: the client-server API, version 3: https://spec.matrix.org/latest/client-server-api/"""
