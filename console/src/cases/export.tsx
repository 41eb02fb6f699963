/** All cases as a CSV file, merged ones too. */
import { Alert, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { everyPage } from '../parts/every-page.ts'
import { saveAs } from '../parts/save-as.ts'
import { Failure } from '../parts/states.tsx'
import { csvOfCases } from './case-file.ts'

const PAGE = 500
/** 40 requests, of the 100 that a user may send in a minute. */
const PAGES_MAX = 40

export function ExportCases() {
  const save = useMutation({
    mutationFn: async () => {
      const { items, isWhole } = await everyPage<Schemas['Case']>(PAGES_MAX, (of) =>
        call('GET /api/v1/cases/export', { query: { limit: PAGE, ...of } }),
      )
      saveAs(new Blob([csvOfCases(items)], { type: 'text/csv' }), `cases-${new Date().toISOString().slice(0, 10)}.csv`)
      return { count: items.length, isWhole }
    },
  })
  return (
    <>
      <Button
        variant="default"
        loading={save.isPending}
        title="All cases, whatever the filter"
        onClick={() => save.mutate()}
      >
        Export
      </Button>
      {(save.error !== null || save.data?.isWhole === false) && (
        <Alert className="toast" color="orange" title="The export" withCloseButton onClose={() => save.reset()}>
          {save.error ? (
            <Failure error={save.error} />
          ) : (
            <Text size="sm">
              The file has the {save.data?.count.toLocaleString()} cases that changed first, and there are more: svc
              cases export gives all.
            </Text>
          )}
        </Alert>
      )}
    </>
  )
}
