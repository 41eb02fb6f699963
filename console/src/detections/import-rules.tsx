import { Button, FileInput, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'

type RuleFile = Schemas['RuleImport']['files'][number]
type Report = Schemas['RuleImportReport']

const FILES_MAX = 500

export function ImportRulesPage() {
  const queries = useQueryClient()
  const [files, setFiles] = useState<File[]>([])
  const load = useMutation({
    mutationFn: async () => {
      const read = await Promise.all(files.map(async (file) => ({ file: file.name, text: await file.text() })))
      return bodyOf(POST('/api/v1/rules/import', { body: { files: read.map(withLanguage) } }))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  })
  return (
    <>
      <Text size="sm" mb="xs">
        <Link to="/detections">← Detections</Link>
      </Text>
      <Page
        title="Import rules"
        about="Files of Sigma, EQL, KQL (.yml, .eql, .kql) and YARA (.yar). What is wrong in one is named and left out; a file of a name that is there takes its place."
      >
        <Section title="Files">
          <div className="fields">
            <FileInput
              label="Rule files"
              placeholder="Choose files"
              multiple
              accept=".yml,.yaml,.eql,.kql,.yar,.yara"
              value={files}
              onChange={setFiles}
            />
            <Button
              disabled={files.length === 0 || files.length > FILES_MAX}
              loading={load.isPending}
              onClick={() => load.mutate()}
            >
              {files.length === 0 ? 'Import' : `Import ${files.length}`}
            </Button>
          </div>
          {files.length > FILES_MAX && <Text size="sm">At most {FILES_MAX} files at once.</Text>}
          {load.error && <Failure error={load.error} />}
        </Section>
        {load.data && <Came report={load.data} />}
      </Page>
    </>
  )
}

function Came({ report }: { readonly report: Report }) {
  const { created, updated, unchanged, faults, unresolved } = report
  const rows = [
    ...faults.map(({ file, line, reason }) => ({ file, line, what: reason })),
    ...unresolved.map(({ file, line, names }) => ({ file, line, what: `has no value for ${names.join(', ')}` })),
  ]
  return (
    <Section title="What came of it">
      <Text size="sm" mb="sm" role="status">
        {created} new, {updated} changed, {unchanged} as they were, {faults.length} faults.
      </Text>
      {rows.length > 0 && (
        <Table
          name="Faults"
          rows={rows}
          keyOf={({ file, line, what }) => `${file}:${line}:${what}`}
          columns={[
            { head: 'File', cell: ({ file }) => <Shown text={file} lengthMax={200} /> },
            { head: 'Line', isNumber: true, cell: ({ line }) => (line === 0 ? '' : line) },
            { head: 'What', cell: ({ what }) => <Shown text={what} lengthMax={400} /> },
          ]}
        />
      )}
    </Section>
  )
}

/** The language by the file name, for YAML by the first lines. */
function withLanguage({ file, text }: Omit<RuleFile, 'language'>): RuleFile {
  const end = /\.(yara?|eql|kql)(\.ya?ml)?$/i.exec(file)?.[1]?.toLowerCase()
  const language = /^language:\s*(eql|kql)\s*$/m.exec(text)?.[1]
  const named = end === undefined ? language : end.startsWith('yar') ? 'yara' : end
  return { file, text, language: (named ?? 'sigma') as RuleFile['language'] }
}
