/** Files of a case. */
import { Button, FileButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { person, when } from '../parts/columns.tsx'
import { fileForm } from '../parts/file-limit.ts'
import { Listing } from '../parts/listing.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'

type Props = { readonly id: string; readonly mayWrite: boolean }

export function Attachments({ id, mayWrite }: Props) {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (file: File) => call('POST /api/v1/cases/{id}/attachments', { path: { id }, body: fileForm(file) }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const load = useMutation({
    mutationFn: async ({ attachment, name }: { attachment: string; name: string }) => {
      const blob: unknown = await call('GET /api/v1/cases/{id}/attachments/{attachment_id}', {
        path: { id, attachment_id: attachment },
        parseAs: 'blob',
      })
      saveAs(blob as Blob, name)
    },
  })
  return (
    <>
      <Listing<'GET /api/v1/cases/{id}/attachments'>
        title="Attachments"
        list="GET /api/v1/cases/{id}/attachments"
        path={{ id }}
        aside={
          mayWrite && (
            <FileButton onChange={(file) => file && add.mutate(file)}>
              {(props) => (
                <Button variant="default" loading={add.isPending} {...props}>
                  Attach a file
                </Button>
              )}
            </FileButton>
          )
        }
        empty={{ title: 'No file', next: 'Screenshots, exports, mails: stored with their hash.' }}
        columns={[
          {
            head: 'File',
            cell: (row) => (
              <button
                type="button"
                className="as-link"
                onClick={() => load.mutate({ attachment: row.id, name: row.name })}
              >
                <Shown text={row.name} lengthMax={160} />
              </button>
            ),
          },
          {
            head: 'Size',
            isNumber: true,
            isShort: true,
            cell: ({ size_bytes: bytes }) => `${Math.ceil(bytes / 1_000).toLocaleString()} kB`,
          },
          { head: 'SHA-256', isMono: true, cell: ({ sha256 }) => sha256.slice(0, 16) },
          person('By', 'added_by'),
          when('When', 'created_at'),
          {
            head: 'Actions',
            isShort: true,
            isActions: true,
            cell: (row) =>
              mayWrite ? (
                <ActButton
                  operation="DELETE /api/v1/cases/{id}/attachments/{attachment_id}"
                  path={{ id, attachment_id: row.id }}
                  label="Delete"
                  ariaLabel={`Delete ${row.name.slice(0, 80)}`}
                  variant="subtle"
                  confirm="This deletes the file; the timeline keeps a record of it."
                />
              ) : null,
          },
        ]}
      />
      {(add.error ?? load.error) && <Failure error={add.error ?? load.error} />}
    </>
  )
}
