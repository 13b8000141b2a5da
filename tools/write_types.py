"""Write the types of the API's requests and answers, by which the pages' JavaScript is checked: build/api.d.ts.

``make check`` runs it. `Api.Get` and `Api.Post` map a path, with {} for each part that is filled in, to what is asked
and answered there. What a socket sends is not part of an OpenAPI document, and is added by its types.
"""

import json
from pathlib import Path
from typing import Any

from plyground.web.application import ENDPOINTS
from plyground.web.explorer.api import Searched
from plyground.web.laboratory.random_games import Findings
from plyground.web.service.endpoints import openapi
from plyground.web.service.schema import schema_of
from plyground.web.service.thinking import Thought

SENT = (Thought, Searched, Findings)
OUTPUT = Path(__file__).parents[1] / "build" / "api.d.ts"
_PLAIN = {"integer": "number", "null": "null"}


def written(schema: dict[str, Any]) -> str:
    """Return a JSON schema as a type of TypeScript."""
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"anyOf": kinds}:
            return " | ".join(map(written, kinds))
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"type": "array", "items": items}:
            return f"Array<{written(items)}>"
        case {"type": "object", "properties": fields}:
            required = schema["required"]
            return _fields({name: (field, name in required) for name, field in fields.items()})
        case {"type": "object", "additionalProperties": kind}:
            return f"{{[name: string]: {written(kind)}}}"
        case {"type": kind}:
            return _PLAIN.get(kind, kind)
    return "unknown"


def _fields(fields: dict[str, tuple[dict[str, Any], bool]]) -> str:
    lines = [
        f"{json.dumps(name)}{'' if needed else '?'}: {written(schema)}" for name, (schema, needed) in fields.items()
    ]
    return f"{{{'; '.join(lines)}}}"


def _asked(operation: dict[str, Any]) -> str:
    if "requestBody" in operation:
        return written(operation["requestBody"]["content"]["application/json"]["schema"])
    query = [each for each in operation["parameters"] if each["in"] == "query"]
    return _fields({each["name"]: (each["schema"], each["required"]) for each in query})


def _operations(document: dict[str, Any], method: str) -> list[str]:
    lines = []
    for path, methods in document["paths"].items():
        if operation := methods.get(method):
            pattern = "/".join("{}" if part.startswith("{") else part for part in path.split("/"))
            answer = next(iter(operation["responses"]["200"]["content"].values())).get("schema", {})
            lines.append(f"    {json.dumps(pattern)}: {{ask: {_asked(operation)}; answer: {written(answer)}}};")
    return lines


def main() -> None:
    """Write the file."""
    document = openapi(ENDPOINTS)
    schemas = document["components"]["schemas"]
    for kind in SENT:
        schema_of(kind, (), schemas)
    lines = [f"  type {name} = {written(schema)};" for name, schema in sorted(schemas.items())]
    for method in ("get", "post"):
        lines += [f"  interface {method.title()} {{", *_operations(document, method), "  }"]
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text("\n".join(["declare namespace Api {", *lines, "}", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
