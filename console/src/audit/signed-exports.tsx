/** Creates signed files, and lists the signatures of earlier ones. */
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, lacking, type Operation } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, count, mono, short, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Failure } from '../parts/states.tsx'

const KINDS = [
  ['GET /api/v1/exports/audit', 'Audit log'],
  ['GET /api/v1/exports/cases', 'Cases'],
  ['GET /api/v1/exports/alerts', 'Alerts'],
] as const satisfies readonly (readonly [Operation, string])[]

export function SignedExports() {
  const session = useSession()
  const queries = useQueryClient()
  const made = useMutation({
    mutationFn: async ([operation, label]: (typeof KINDS)[number]) => {
      const file: unknown = await call(operation, { parseAs: 'blob' })
      saveAs(file as Blob, `${label.toLowerCase().replace(' ', '-')}-${new Date().toISOString().slice(0, 10)}.zip`)
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <Listing<'GET /api/v1/governance/export-signatures'>
      title="Signed exports"
      about="A ZIP file with the rows and their signature: svc exports verify checks offline that nothing in it was changed."
      list="GET /api/v1/governance/export-signatures"
      aside={
        <Group gap="xs">
          {KINDS.filter(([operation]) => lacking(session, operation) === null).map((kind) => (
            <Button
              key={kind[0]}
              size="xs"
              variant="default"
              aria-label={`Signed export: ${kind[1]}`}
              loading={made.isPending && made.variables[0] === kind[0]}
              onClick={() => made.mutate(kind)}
            >
              {kind[1]}
            </Button>
          ))}
          {made.error && <Failure error={made.error} />}
        </Group>
      }
      empty={{ title: 'No exports yet' }}
      columns={[
        when('Signed', 'signed_at'),
        short('Of', 'export_kind'),
        count('Rows', 'row_count'),
        {
          head: 'Whole',
          isShort: true,
          cell: ({ is_whole: isWhole }) => (isWhole ? 'yes' : <span className="late">the first of more</span>),
        },
        mono('SHA-256', 'content_sha256'),
        mono('Key', 'key_id'),
        actions(({ id }) => <SaveSignature id={id} />),
      ]}
    />
  )
}

/** The signature alone, for a file that was kept without its own. */
function SaveSignature({ id }: { readonly id: string }) {
  const save = useMutation({
    mutationFn: async () => {
      const signature = await call('GET /api/v1/governance/export-signatures/{id}', { path: { id } })
      saveAs(new Blob([JSON.stringify(signature)], { type: 'application/json' }), `signature-${id.slice(0, 8)}.json`)
    },
  })
  return (
    <>
      <Button
        variant="subtle"
        aria-label={`Save the signature ${id.slice(0, 8)}`}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Save signature
      </Button>
      {save.error && <Failure error={save.error} />}
    </>
  )
}
