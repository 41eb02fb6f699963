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
    return `## ${section}\n\n| Sent | Came | |\n|---|---|---|\n${lines.join('\n')}\n`
  })
  return `# The specification, asked of a running instance\n
Written by \`npm run spec\`; do not edit. ${all.length} lines: ${count('as specified')} as specified, ${count('differs')} differ, ${count('missing')} are missing. Each line
has its expected status, an error the body of problem+json (SCIM its own), and an answer the types that the OpenAPI document gives it.\n
${tables.join('\n')}`
}
