from .adf_writing import CAPACITY


def document(b):
    return ""
