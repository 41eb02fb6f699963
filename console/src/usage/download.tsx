/** Usage of a month as a file: for a spreadsheet, for a warehouse, or signed for an audit of the bill. */
import { Alert, Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { saveAs } from '../parts/save-as.ts'
import { Failure } from '../parts/states.tsx'

const FILES = [
  { operation: 'GET /api/v1/usage/export.csv', ending: 'csv', label: 'CSV' },
  { operation: 'GET /api/v1/usage/export.parquet', ending: 'parquet', label: 'Parquet' },
  { operation: 'GET /api/v1/exports/usage', ending: 'zip', label: 'Signed CSV (ZIP)' },
] as const

type UsageFile = (typeof FILES)[number]

export function Download({ month }: { readonly month: string }) {
  const session = useSession()
  const offered = FILES.filter(({ operation }) => lacking(session, operation) === null)
  const make = useMutation({
    mutationFn: async ({ operation, ending }: UsageFile) => {
      const file: unknown = await call(operation, { query: { month }, parseAs: 'blob' })
      saveAs(file as Blob, `usage-${month}.${ending}`)
    },
  })
  if (offered.length === 0) return null
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={make.isPending}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Every meter by day, in UTC</Menu.Label>
          {offered.map((file) => (
            <Menu.Item key={file.ending} onClick={() => make.mutate(file)}>
              {file.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {make.error && (
        <Alert className="toast" color="orange" title="The export" withCloseButton onClose={() => make.reset()}>
          <Failure error={make.error} />
        </Alert>
      )}
    </>
  )
}
