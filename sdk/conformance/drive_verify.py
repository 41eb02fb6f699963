"""Checks the vectors in Python: prints what is wrong with each as JSON."""

import base64
import json
import os
from pathlib import Path

import svc

VECTORS = json.loads(Path(os.environ["VECTORS"]).read_text(encoding="utf-8"))


def pieces(text: str) -> list[bytes]:
    content = text.encode()
    return [content[at : at + 1_000] for at in range(0, len(content), 1_000)]


def audit(one: dict) -> dict:
    known = one["known"] and svc.AuditLogHead("", one["known"]["size"], 0, one["known"]["root"], "", "", "")
    verdict = svc.verify_audit_log(pieces(one["content"]), key_ids=one["key_ids"], known_head=known)
    return {
        "fault": verdict.fault.detail if verdict.fault else None,
        "line": verdict.fault.line if verdict.fault else 0,
        "entries": verdict.entries,
        "heads": verdict.heads,
        "size": verdict.head.size if verdict.head else None,
    }


exports = VECTORS["exports"]
first = exports[0]
print(
    json.dumps(
        {
            "exports": [
                svc.verify_export(one["content"], one["signature"], key_ids=one["key_ids"]).fault for one in exports
            ],
            "rows": [svc.verify_export(first["content"], first["signature"], rows=rows).fault for rows in (2, 3)],
            "bundles": [svc.verify_export_bundle(base64.b64decode(one)).fault for one in VECTORS["bundles"]],
            "folders": [svc.verify_export_folder(one).fault for one in VECTORS["folders"]],
            "audits": [audit(one) for one in VECTORS["audits"]],
        }
    )
)
