import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'

type CaseDetail = Schemas['CaseDetail']
type Merged = Pick<CaseDetail, 'id' | 'case_number'>
type MergeDialogProps = {
  readonly into: Merged
  /** Null: no merge is requested. */
  readonly from: Merged | null
  readonly close: () => void
}

/** Previews the merge of both before it happens. */
export function MergeDialog({ into, from, close }: MergeDialogProps) {
  return (
    <Modal
      {...{ opened: from !== null, onClose: close, size: 'lg' }}
      title={`Merge ${from?.case_number ?? ''} into ${into.case_number}`}
    >
      {from !== null && <Preview into={into} from={from} close={close} />}
    </Modal>
  )
}

const useCase = (id: string) =>
  useQuery({
    queryKey: ['case', id],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}', { params: { path: { id } } })),
  })

function Preview({ into, from, close }: MergeDialogProps & { readonly from: Merged }) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const { id } = from
  const [own, other] = [useCase(into.id), useCase(id)]
  const merge = useMutation({
    mutationFn: () => {
      const body = { case_id: id, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }
      return bodyOf(POST('/api/v1/cases/{id}/merge', { params: { path: { id: into.id } }, body }))
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['case'] })
      await queries.invalidateQueries({ queryKey: ['cases'] })
      close()
    },
  })
  return (
    <Loaded query={other} lines={6}>
      {(value) => (
        <Stack gap="sm">
          <Text size="sm">
            <Shown text={value.title} lengthMax={200} />
          </Text>
          <Table
            name="Comparison of both cases"
            rows={own.data === undefined ? [] : rowsOf(own.data, value)}
            keyOf={({ what }) => what}
            columns={[
              { head: 'What', cell: ({ what }) => what },
              { head: into.case_number, cell: ({ here }) => here },
              { head: value.case_number, cell: ({ there }) => there },
              { head: 'Merged', cell: ({ merged }) => merged },
            ]}
          />
          <Text size="sm" className="quiet">
            {value.case_number} leaves the lists and links here. Its comments, tasks and timeline are shown with this
            case. You can undo the merge under Merged and moved.
          </Text>
          <TextInput
            {...{ label: 'Reason', value: reason, maxLength: 1000 }}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {merge.error && <Failure error={merge.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Leave both
            </Button>
            <Button loading={merge.isPending} onClick={() => merge.mutate()}>
              Merge
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  )
}

type Row = { readonly what: string; readonly here: string; readonly there: string; readonly merged: string }

function rowsOf(into: CaseDetail, from: CaseDetail): readonly Row[] {
  const kept = (what: string, member: 'severity' | 'status'): Row => {
    const words = (caseDetail: CaseDetail) => caseDetail[member].replaceAll('_', ' ')
    return { what, here: words(into), there: words(from), merged: words(into) }
  }
  const counted = Object.keys(into.counts) as (keyof CaseDetail['counts'])[]
  const summed = counted.map((name): Row => {
    const [here, there] = [into.counts[name], from.counts[name]]
    return { what: name.replaceAll('_', ' '), here: String(here), there: String(there), merged: String(here + there) }
  })
  return [kept('severity', 'severity'), kept('status', 'status'), ...summed]
}
