# Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.
API_VERSION = "1.0.0"
