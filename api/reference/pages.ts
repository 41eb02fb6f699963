/**
 * The HTML reference of the API: an index of its areas, and a page for each. The pages load nothing from other servers.
 */
import { escapeHtml } from '../../platform/escape-html.ts'
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiSchema } from '../../schemas/api-document.ts'
import { areaSlug, areasOf, type Documented } from './areas.ts'
import { curlOf } from './requests.ts'
import { schemaTable, shapeOf } from './schema-tables.ts'

const STYLE = `:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#dde3ea;--ground:#fff;--raised:#f5f7fa;--accent:#0b62c4}
@media(prefers-color-scheme:dark){:root{--ink:#e4e9f0;--soft:#98a4b3;--line:#2b3440;--ground:#10151b;--raised:#171e26;--accent:#6cb0ff}}
body{font:15px/1.55 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem;color:var(--ink);background:var(--ground)}
a{color:var(--accent)}h1{font-size:1.6rem}h2{font-size:1.05rem;margin:0}h3{font-size:.85rem;color:var(--soft);margin:1rem 0 .3rem;font-weight:600}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{background:var(--raised);border:1px solid var(--line);border-radius:6px;padding:.7rem;overflow:auto}
section{border-top:1px solid var(--line);padding:1.2rem 0}.soft{color:var(--soft)}.wide{overflow-x:auto}
.method{display:inline-block;min-width:4.2rem;font-weight:600;color:var(--accent)}table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:500}
td:first-child{width:32%}td:nth-child(2).soft{width:30%}td code{overflow-wrap:anywhere}
@media(max-width:700px){td{display:block;border:0;padding:0}td:first-child,td:nth-child(2).soft{width:auto}tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--soft)}ul{columns:3 14rem;padding-left:1.1rem}`

export function indexPage(document: OpenApiDocument): string {
  const { title, version, description = '' } = document.info
  const areas = [...areasOf(document)].map(([area, operations]) => {
    return `<li><a href="/docs/${areaSlug(area)}">${escapeHtml(area)}</a> <span class="soft">${operations.length}</span></li>`
  })
  return page(
    `${title} API`,
    `<h1>${escapeHtml(title)} API ${escapeHtml(version)}</h1><p>${prose(description)}</p>
<p>For programs: <a href="/openapi.json">OpenAPI</a>, and <a href="/collection.json">a collection of requests</a> that Bruno, Postman and Insomnia open.</p>
<ul>${areas.join('')}</ul>`,
  )
}

/** Null for an area that there is not. */
export function areaPage(document: OpenApiDocument, slug: string): string | null {
  const found = [...areasOf(document)].find(([area]) => areaSlug(area) === slug)
  if (!found) return null
  const [area, operations] = found
  const list = operations.map(({ method, path, operation: { operationId = '', summary = '' } }) => {
    return `<tr><td><code><span class="method">${method}</span><a href="#${operationId}">${escapeHtml(path)}</a></code></td><td>${prose(summary)}</td></tr>`
  })
  return page(
    `${area} - ${document.info.title} API`,
    `<p><a href="/docs">All areas</a></p><h1>${escapeHtml(area)}</h1><div class="wide"><table>${list.join('')}</table></div>
${operations.map((one) => operationHtml(document, one)).join('\n')}`,
  )
}

/** Text of the document, whose names in backticks stand as code. */
const prose = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
${body}
</body></html>`
}

function operationHtml(document: OpenApiDocument, documented: Documented): string {
  const { method, path, operation } = documented
  const { operationId = '', summary = '', description = '', parameters = [], requestBody } = operation
  const [body] = Object.values(requestBody?.content ?? {})
  return `<section id="${operationId}"><h2>${prose(summary)}</h2>
<p><code><span class="method">${method}</span>${escapeHtml(path)}</code><br><span class="soft">${prose(description)}</span></p>
${parametersHtml(document, parameters)}
${body?.schema ? `<h3>Body${requestBody?.required === false ? ', may be left out' : ''}</h3>${schemaTable(document, body.schema, 'required')}` : ''}
<h3>Request</h3><pre>${escapeHtml(curlOf(document, documented))}</pre>
${answersHtml(document, operation)}</section>`
}

function parametersHtml(document: OpenApiDocument, parameters: readonly OpenApiParameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => {
    const facts = [place, shapeOf(document, schema), required ? 'required' : null].filter(Boolean)
    return `<tr><td><code>${escapeHtml(name)}</code></td><td class="soft">${escapeHtml(facts.join(', '))}</td><td>${prose(description)}</td></tr>`
  })
  return `<h3>Parameters</h3><div class="wide"><table>${rows.join('')}</table></div>`
}

function answersHtml(document: OpenApiDocument, { responses = {} }: OpenApiOperation): string {
  const parts = Object.entries(responses).map(([status, { description = '', content = {} }]) => {
    const [schema]: (OpenApiSchema | undefined)[] = Object.values(content).map((one) => one.schema)
    const head = `${status} ${description}`
    if (!schema || /[A-Z]{2}$/.test(status)) return `<p class="soft">${escapeHtml(head)}</p>`
    return `<details><summary>${escapeHtml(head)}</summary>${schemaTable(document, schema, 'always there')}</details>`
  })
  return `<h3>Answers</h3>${parts.join('')}`
}
