/** Files of rules, dropped or chosen, become rules of the tenant; what is wrong in one is named and left out. */
import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Back, Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { counted } from '../parts/words.ts'
import { BYTES_MAX, droppedFiles, FILES_MAX, languageOf, type NamedFile, RULE_FILE, tooMuch } from './rule-files.ts'

type Report = Schemas['RuleImportReport']

export function ImportRulesPage() {
  const queries = useQueryClient()
  const [files, setFiles] = useState<readonly NamedFile[]>([])
  const load = useMutation({
    mutationFn: async () => {
      const read = await Promise.all(
        files.map(async ({ name, file }) => {
          const text = await file.text()
          return { file: name, text, language: languageOf(name, text) }
        }),
      )
      return bodyOf(POST('/api/v1/rules/import', { body: { files: read } }))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  })
  const choose = (chosen: readonly NamedFile[]) => {
    setFiles(chosen)
    load.reset()
  }
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Page
        title="Import rules"
        about="Faulty rules are listed and skipped; the others are enabled at once. A file replaces the rule with the same file name."
      >
        <Section title="Files">
          <DropArea choose={choose} />
          <Chosen files={files} isSending={load.isPending} send={() => load.mutate()} clear={() => choose([])} />
          {load.error && <Failure error={load.error} />}
        </Section>
        {load.data && <Came report={load.data} />}
        <Accepted />
      </Page>
    </>
  )
}

/** Files and folders can be dropped; the button is the same for a keyboard. */
function DropArea({ choose }: { readonly choose: (files: readonly NamedFile[]) => void }) {
  const [isOver, setIsOver] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    setError(null)
    // The browser empties the list as soon as this handler waits.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry())
    // Files that come from no disk, such as attachments of a mail, have no entry.
    const plain = [...event.dataTransfer.files].map((file) => ({ name: file.name, file }))
    await (entries.some((entry) => entry !== null) ? droppedFiles(entries) : Promise.resolve(plain)).then(
      choose,
      setError,
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer alone can drop, and the button inside is for a keyboard
    <div
      className="drop-area"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 10V2.5M5 5.5l3-3 3 3M2.5 10v3.5h11V10" />
      </svg>
      <Text fw={600}>Drop files or a folder of rules here</Text>
      <FileButton
        multiple
        accept=".yml,.yaml,.eql,.toml,.kql,.yar,.yara"
        onChange={(chosen) => choose(chosen.map((file) => ({ name: file.name, file })))}
      >
        {(props) => (
          <Button {...props} variant="default">
            Choose files
          </Button>
        )}
      </FileButton>
      <Text size="xs" className="quiet">
        At most {FILES_MAX} files and {BYTES_MAX >> 20} MB at once
      </Text>
      {error !== null && <Failure error={error} />}
    </div>
  )
}

type ChosenProps = {
  readonly files: readonly NamedFile[]
  readonly isSending: boolean
  readonly send: () => void
  readonly clear: () => void
}

const NAMES_SHOWN = 8

function Chosen({ files, isSending, send, clear }: ChosenProps) {
  if (files.length === 0) return null
  const excess = tooMuch(files)
  const others = files.filter(({ name }) => !RULE_FILE.test(name))
  const shownNames = files.slice(0, NAMES_SHOWN).map(({ name }) => name)
  return (
    <div className="stack chosen-files">
      <Text size="sm">
        <b>{counted(files.length, 'file', 'files')}:</b> <Shown text={shownNames.join(', ')} lengthMax={600} />
        {files.length > NAMES_SHOWN && ` and ${files.length - NAMES_SHOWN} more`}
      </Text>
      {excess !== null && (
        <Text size="sm" className="late">
          {excess} Choose fewer of them.
        </Text>
      )}
      {others.length > 0 && (
        <Text size="sm" className="late">
          {counted(others.length, 'name has', 'names have')} none of the endings below and{' '}
          {others.length === 1 ? 'is' : 'are'} read as Sigma: <Shown text={others[0]?.name ?? ''} lengthMax={120} />
          {others.length > 1 && ' …'}
        </Text>
      )}
      <Group gap="xs">
        <Button disabled={excess !== null} loading={isSending} onClick={send}>
          Import {files.length}
        </Button>
        <Button variant="default" disabled={isSending} onClick={clear}>
          Clear
        </Button>
      </Group>
    </div>
  )
}

const ACCEPTED = [
  {
    ...{ language: 'sigma', name: 'Sigma', endings: '.yml, .yaml' },
    format: 'https://sigmahq.io/docs/basics/rules.html',
  },
  {
    ...{ language: 'eql', name: 'EQL', endings: '.eql, .toml, .yml with language: eql' },
    format: 'https://www.elastic.co/guide/en/elasticsearch/reference/current/eql-syntax.html',
  },
  {
    ...{ language: 'kql', name: 'KQL', endings: '.kql, .yml with a query' },
    format: 'https://learn.microsoft.com/en-us/kusto/query/',
  },
  {
    ...{ language: 'yara', name: 'YARA', endings: '.yar, .yara' },
    format: 'https://yara.readthedocs.io/en/stable/writingrules.html',
  },
] as const

function Accepted() {
  return (
    <Section title="Accepted files">
      <Table
        name="List of accepted files"
        rows={ACCEPTED}
        keyOf={({ language }) => language}
        columns={[
          { head: 'Language', isShort: true, cell: ({ name }) => <b>{name}</b> },
          { head: 'File names', isMono: true, cell: ({ endings }) => endings },
          {
            head: 'Sample',
            isShort: true,
            cell: ({ language, name }) => (
              <Link to="/detections/new" search={{ language }}>
                A rule in {name}
              </Link>
            ),
          },
          {
            head: 'Format',
            isShort: true,
            cell: ({ name, format }) => (
              <a href={format} target="_blank" rel="noreferrer noopener">
                {name} on {new URL(format).hostname.replace(/^www\./, '')}
              </a>
            ),
          },
        ]}
      />
    </Section>
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
