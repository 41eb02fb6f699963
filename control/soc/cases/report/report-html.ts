/** A report as one file that can be read and printed anywhere: no script, nothing loaded, every value escaped. */
import { escapeHtml } from '../../../../platform/escape-html.ts'

const STYLE = `
:root { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; color-scheme: light; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; line-height: 1.3; margin: .25rem 0 1rem; } h2 { font-size: 1.1rem; border-bottom: 1px solid #c8ccd1; margin: 1.75rem 0 .5rem; }
h3 { font-size: 1rem; margin: .75rem 0 .25rem; } ul { margin: .25rem 0; padding-left: 1.25rem; } p { margin: .25rem 0; }
dl, ol { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
ol li { display: contents; } dt, time, .none { color: #57606a; } dd { margin: 0; } time { white-space: nowrap; }
p, dd, li, ol div { overflow-wrap: anywhere; white-space: pre-wrap; }
@media print { body { margin: 0; max-width: none; } h2, h3 { break-after: avoid; } li, ol div, dd { break-inside: avoid; } }
@page { margin: 18mm; }`

type Page = {
  readonly kind: string
  readonly headline: string
  /** Shown without a heading of its own. */
  readonly facts: readonly Fact[]
  readonly sections: readonly (readonly [title: string, html: string])[]
  readonly asOf: string
  readonly isCut: boolean
}

export type Fact = readonly [name: string, value: string]

/** A section without content is left out. */
export function reportPage({ kind, headline, facts, sections, asOf, isCut }: Page): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeText(headline)}</title>`
  const body = sections
    .filter(([, html]) => html !== '')
    .map(([title, html]) => `<section><h2>${escapeText(title)}</h2>${html}</section>`)
  const cut = isCut ? ' The case has more than 2,000 entries of a kind, and older ones are left out.' : ''
  return `<!doctype html>
<html lang="en"><head>${head}<style>${STYLE}</style></head>
<body><p class="none">${escapeText(kind)}</p><h1>${escapeText(headline)}</h1>
${factsOf(facts)}
${body.join('\n')}
<p class="none">As of ${dateTime(asOf)}.${cut}</p>
</body></html>
`
}

export function factsOf(facts: readonly Fact[]): string {
  const rows = facts.map(([name, value]) => `<dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd>`)
  return `<dl>${rows.join('')}</dl>`
}

export function listOf(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `<ul>${texts.map((text) => `<li>${escapeText(text)}</li>`).join('')}</ul>`
}

export const paragraph = (text: string): string => (text === '' ? '' : `<p>${escapeText(text)}</p>`)
export const heading = (text: string): string => `<h3>${escapeText(text)}</h3>`

type Moment = { readonly at: string; readonly title: string; readonly text: string | null }

export function timelineOf(moments: readonly Moment[]): string {
  const rows = moments.map(({ at, title, text }) => {
    const more = text === null || text === title ? '' : ` <span class="none">${escapeText(text)}</span>`
    return `<li><time datetime="${escapeText(at)}">${dateTime(at)}</time><div>${escapeText(title)}${more}</div></li>`
  })
  return rows.length === 0 ? '' : `<ol>${rows.join('')}</ol>`
}

/** In UTC, because nobody knows who reads the file, and where. */
export const dateTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

/** Control characters, and those that turn the direction of text around, are shown as what they are. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

export function escapeText(text: string): string {
  return escapeHtml(text.replaceAll(HIDDEN, (found) => (found === '\n' || found === '\t' ? found : '\ufffd')))
}
