import { METHODS } from '../../control/platform/acting/index.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2430}' +
  'code,pre{font:13px/1.45 ui-monospace,monospace}pre{background:#f3f5f8;padding:.7rem;overflow:auto}' +
  'summary{cursor:pointer;padding:.35rem 0}b{display:inline-block;min-width:4.5rem}details{border-bottom:1px solid #dde3ea}'

/** The document as one page of HTML that loads nothing: it works where nothing else is reachable. */
export function referencePage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((name) => {
      const method = name.toLowerCase() as Lowercase<typeof name>
      const operation = item?.[method]
      return operation ? [operationHtml(method, path, operation)] : []
    }),
  )
  const { title, version } = document.info
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} API</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)} API ${escapeHtml(version)}</h1><p>${escapeHtml(document.info.description ?? '')}</p>
<p>The machine-readable description is at <a href="/openapi.json">/openapi.json</a>.</p>
${operations.join('\n')}
</body></html>`
}

function operationHtml(method: string, path: string, operation: OpenApiOperation): string {
  const parts = [
    ['Parameters', operation.parameters],
    ['Body', operation.requestBody],
    ['Answers', operation.responses],
  ] as const
  const shown = parts.flatMap(([name, part]) => (part ? [`<h4>${name}</h4><pre>${pretty(part)}</pre>`] : []))
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code> ${escapeHtml(
    operation.summary ?? '',
  )}</summary><p>${escapeHtml(operation.description ?? '')}</p>${shown.join('')}</details>`
}

function pretty(value: unknown): string {
  return escapeHtml(JSON.stringify(value, null, 2))
}
