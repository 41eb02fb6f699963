/** Records of hosts and people that enrich alerts: to look at, and to load from a CSV file. */
import { Button, Checkbox, FileInput, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { None } from '../parts/none.tsx'
import { Dialog } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { counted } from '../parts/words.ts'
import { type RecordFile, recordsOf, type TableRecord } from './csv-records.ts'

const LIST = 'GET /api/v1/enrichment/tables/{table}'
const WRITE = 'PUT /api/v1/enrichment/tables/{table}'
/** Records of one request. */
const RECORDS_MAX = 5_000
const SHOWN_MAX = 5
const FILE_BYTES_MAX = 20_000_000

type TableName = 'assets' | 'identities'
const TABLES = [
  { value: 'assets', label: 'Hosts' },
  { value: 'identities', label: 'People' },
]

export function Records() {
  const [table, setTable] = useState<TableName>('assets')
  const [isLoading, setLoading] = useState(false)
  const mayWrite = lacking(useSession(), WRITE) === null
  return (
    <>
      <Listing<typeof LIST>
        key={table}
        title={table === 'assets' ? 'Known hosts' : 'Known people'}
        about="Alerts show what stands here about their hosts, addresses and users, beside what other sources know."
        list={LIST}
        path={{ table }}
        changes={WRITE}
        keyOf={({ name }) => name}
        aside={
          <>
            <SegmentedControl
              size="xs"
              aria-label="Records of"
              data={TABLES}
              value={table}
              onChange={(next) => setTable(next as TableName)}
            />
            {mayWrite && (
              <Button variant="default" size="xs" onClick={() => setLoading(true)}>
                Load a CSV file
              </Button>
            )}
          </>
        }
        empty={{
          title: 'No record',
          next: 'Load a CSV file with the columns name, aliases and whatever else is known.',
        }}
        columns={[
          words('Name', 'name'),
          { head: 'Known as', cell: ({ name, names }) => <OtherNames of={names.filter((one) => one !== name)} /> },
          { head: 'About', cell: ({ attributes }) => <Attributes of={attributes} /> },
          when('Changed', 'updated_at'),
        ]}
      />
      <Dialog
        title={`Load ${table === 'assets' ? 'hosts' : 'people'} from a CSV file`}
        isOpen={isLoading}
        close={() => setLoading(false)}
      >
        <LoadFile table={table} close={() => setLoading(false)} />
      </Dialog>
    </>
  )
}

function OtherNames({ of }: { readonly of: readonly string[] }) {
  return of.length === 0 ? <None /> : <Shown text={of.join(', ')} lengthMax={200} />
}

function Attributes({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  const all = Object.entries(of)
  if (all.length === 0) return <None />
  return all.map(([name, value]) => (
    <div key={name}>
      <span className="quiet">
        <Shown text={name} lengthMax={60} />
      </span>{' '}
      <Shown text={typeof value === 'string' ? value : JSON.stringify(value)} lengthMax={160} />
    </div>
  ))
}

type LoadFileProps = { readonly table: TableName; readonly close: () => void }

function LoadFile({ table, close }: LoadFileProps) {
  const queries = useQueryClient()
  const [file, setFile] = useState<RecordFile | null>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const write = useMutation({
    mutationFn: (records: readonly TableRecord[]) => writeAll(table, records, isReplacing),
    onSettled: () => queries.invalidateQueries({ queryKey: [LIST] }),
  })
  const choose = async (chosen: File | null) => {
    write.reset()
    setTooLarge(chosen !== null && chosen.size > FILE_BYTES_MAX)
    setFile(chosen === null || chosen.size > FILE_BYTES_MAX ? null : recordsOf(await chosen.text()))
  }
  const count = file?.records.length ?? 0
  return (
    <Stack gap="sm">
      <FileInput
        label="CSV file"
        description="The first line names the columns: name, aliases with semicolons between them, and any others."
        accept=".csv,.tsv,.txt"
        placeholder="Choose a file"
        onChange={(chosen) => void choose(chosen)}
        clearable
      />
      {tooLarge && (
        <Text size="sm" className="late">
          The file is larger than 20 MB: load it in parts.
        </Text>
      )}
      {file?.faults.map((fault) => (
        <Text key={fault} size="sm" className="late">
          {fault}
        </Text>
      ))}
      {count > 0 && file !== null && (
        <>
          <Text size="sm">
            {counted(count, 'record', 'records')}
            {count > SHOWN_MAX && `, of which the first ${SHOWN_MAX}`}:
          </Text>
          <Table
            name="Records of the file"
            rows={file.records.slice(0, SHOWN_MAX)}
            keyOf={({ name }) => name}
            columns={[
              words('Name', 'name'),
              { head: 'Known as', cell: ({ aliases }) => <OtherNames of={aliases} /> },
              { head: 'About', cell: ({ attributes }) => <Attributes of={attributes} /> },
            ]}
          />
          <Checkbox
            label="Remove all records that are not in the file"
            checked={isReplacing}
            onChange={(event) => setReplacing(event.currentTarget.checked)}
          />
        </>
      )}
      {write.error && <Failure error={write.error} />}
      {write.data && (
        <Text size="sm" role="status">
          {counted(write.data.written, 'record was', 'records were')} written, {write.data.removed.toLocaleString()}{' '}
          removed; the list has {write.data.records.toLocaleString()}.
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {write.isSuccess ? 'Close' : 'Cancel'}
        </Button>
        <Button
          disabled={count === 0 || write.isSuccess}
          loading={write.isPending}
          onClick={() => file && write.mutate(file.records)}
        >
          Load {count > 0 ? counted(count, 'record', 'records') : 'the records'}
        </Button>
      </Group>
    </Stack>
  )
}

/** A file of several requests removes the others with its first, and adds to them with the rest. */
async function writeAll(table: TableName, records: readonly TableRecord[], isReplacing: boolean) {
  const sums = { written: 0, removed: 0, records: 0 }
  for (let at = 0; at < records.length; at += RECORDS_MAX) {
    const body = { records: records.slice(at, at + RECORDS_MAX), replace: isReplacing && at === 0 }
    const { written, removed, records: all } = await call(WRITE, { path: { table }, body })
    sums.written += written
    sums.removed += removed
    sums.records = all
  }
  return sums
}
