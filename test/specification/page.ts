/** Writes the results as docs/specification.md. */
export type Verdict = 'as specified' | 'differs' | 'missing'
export type Row = { readonly section: string; readonly sent: string; readonly came: string; readonly verdict: Verdict }

export function pageOf(all: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;')
  const count = (verdict: Verdict) => all.filter((row) => row.verdict === verdict).length
  const sections = [...new Set(all.map(({ section }) => section))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  const tables = sections.map((section) => {
    const lines = all
      .filter((row) => row.section === section)
      .map(({ sent, came, verdict }) => `| ${cell(sent)} | ${cell(came)} | ${verdict} |`)
    return `## ${section}\n\n| Request or property | Result | Verdict |\n|---|---|---|\n${lines.join('\n')}\n`
  })
  return `# Check of the specification on a running instance\n
\`npm run spec\` writes this page; do not edit it. It has ${all.length} lines: ${count('as specified')} as specified, ${count('differs')} differ, ${count('missing')} are missing. Each request must
return its specified status. An error must have a problem+json body (SCIM has its own), and a response the types of the OpenAPI
document.\n
${tables.join('\n')}`
}
