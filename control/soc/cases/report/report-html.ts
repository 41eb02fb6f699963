/** A report as one file that can be read and printed anywhere: no script, nothing loaded, every value escaped. */
import { escapeHtml } from '../../../../platform/escape-html.ts'

type Value = string | number | boolean | null | readonly Value[] | { readonly [member: string]: Value }

const STYLE = `
:root { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; color-scheme: light; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; border-bottom: 1px solid #c8ccd1; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; }
th { font-weight: 600; white-space: nowrap; width: 1%; } thead th { border-bottom: 1px solid #c8ccd1; width: auto; }
td, p { overflow-wrap: anywhere; white-space: pre-wrap; } .none { color: #666; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr, li { break-inside: avoid; } }
@page { margin: 18mm; }`

/** `document` is the report as JSON shows it; its headline is the heading, each of its objects and lists a section. */
export function reportHtml(kind: string, document: { readonly headline: string }): string {
  const { headline, ...rest } = document as { headline: string } & Record<string, Value>
  const isPlain = ([, value]: readonly [string, Value]) => value === null || typeof value !== 'object'
  const entries = Object.entries(rest)
  const plain = entries.filter(isPlain)
  const sections = entries.filter((entry) => !isPlain(entry))
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeText(headline)}</title>`
  const facts = plain.length > 0 ? factsTable(plain) : ''
  const body = sections
    .map(([name, value]) => `<section><h2>${label(name)}</h2>${rendered(value)}</section>`)
    .join('\n')
  return `<!doctype html>
<html lang="en"><head>${head}<style>${STYLE}</style></head>
<body><p class="none">${escapeText(kind)}</p><h1>${escapeText(headline)}</h1>
${facts}
${body}
</body></html>
`
}

function rendered(value: Value): string {
  if (value === null) return '<span class="none">none</span>'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  if (Array.isArray(value)) return listOf(value as readonly Value[])
  return factsTable(Object.entries(value as { readonly [member: string]: Value }))
}

function factsTable(entries: readonly (readonly [string, Value])[]): string {
  const rows = entries.map(([name, value]) => `<tr><th scope="row">${label(name)}</th><td>${rendered(value)}</td></tr>`)
  return `<table>${rows.join('')}</table>`
}

/** Objects of one kind are a table, plain values a list. */
function listOf(values: readonly Value[]): string {
  if (values.length === 0) return '<p class="none">none</p>'
  const [first] = values
  if (first === null || typeof first !== 'object')
    return `<ul>${values.map((one) => `<li>${rendered(one)}</li>`).join('')}</ul>`
  const columns = Object.keys(first)
  const head = columns.map((name) => `<th scope="col">${label(name)}</th>`).join('')
  const rows = values.map((one) => {
    const row = one as { readonly [member: string]: Value }
    return `<tr>${columns.map((name) => `<td>${rendered(row[name] ?? null)}</td>`).join('')}</tr>`
  })
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function label(name: string): string {
  const text = name.replaceAll('_', ' ').replace(/\bsla\b/, 'SLA')
  return escapeText(text.charAt(0).toUpperCase() + text.slice(1))
}

/** Control characters, and those that turn the direction of text around, are shown as what they are. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

export function escapeText(text: string): string {
  return escapeHtml(text.replaceAll(HIDDEN, (found) => (found === '\n' || found === '\t' ? found : '\ufffd')))
}
