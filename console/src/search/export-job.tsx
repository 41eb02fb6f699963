/** An export that the server creates: its progress, the button that stops it, and its file. */
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { saveAs } from '../parts/save-as.ts'
import { Failure } from '../parts/states.tsx'
import { counted } from '../parts/words.ts'

type Job = Schemas['ExportJob']

const POLL_MS = 2_000
const MB = 1_000_000
/** The browser holds a file in memory before it is saved. */
const FILE_BYTES_MAX = 1_000 * MB

export function ExportJob({ id, close }: { readonly id: string; readonly close: () => void }) {
  const queries = useQueryClient()
  const params = { path: { id } }
  const state = useQuery({
    queryKey: ['export-job', id],
    queryFn: () => bodyOf(GET('/api/v1/exports/jobs/{id}', { params })),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'running' ? POLL_MS : false),
  })
  const cancel = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/exports/jobs/{id}/cancel', { params })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['export-job', id] }),
  })
  const fetchFile = useMutation({
    mutationFn: async () => {
      const file: unknown = await bodyOf(GET('/api/v1/exports/jobs/{id}/file', { params, parseAs: 'blob' }))
      saveAs(file as Blob, `events-export-${id.slice(0, 8)}.tar`)
    },
  })
  const job = state.data
  const fault = state.error ?? cancel.error ?? fetchFile.error
  return (
    <Alert
      className="toast"
      color={job?.state === 'failed' || fault ? 'orange' : 'blue'}
      title="The export"
      withCloseButton
      onClose={close}
    >
      {fault && <Failure error={fault} />}
      {job && <HowFar job={job} />}
      <Group gap="xs" mt="xs">
        {job?.state === 'running' && (
          <Button variant="default" onClick={() => cancel.mutate()} loading={cancel.isPending}>
            Stop
          </Button>
        )}
        {job && isFile(job) && job.bytes <= FILE_BYTES_MAX && (
          <Button onClick={() => fetchFile.mutate()} loading={fetchFile.isPending}>
            Save the file
          </Button>
        )}
      </Group>
    </Alert>
  )
}

const isFile = ({ state }: Job) => state === 'done' || state === 'full'

function HowFar({ job }: { readonly job: Job }) {
  const [from, at, to] = [job.from_time, job.at_time, job.to_time].map(Date.parse) as [number, number, number]
  const done = to === from ? 100 : (100 * (at - from)) / (to - from)
  return (
    <>
      <Progress value={done} aria-label="Time range in the files" mb="xs" />
      <Text size="sm" role="status">
        {STATES[job.state]} {counted(job.rows, 'event', 'events')}, {(job.bytes / MB).toFixed(1)} MB in{' '}
        {counted(job.files.length, 'file', 'files')}.{' '}
        {job.missing.length > 0 && 'Part of the time range is missing: the manifest lists it. '}
        {job.fault !== null && `Why: ${job.fault}. `}
        {isFile(job) && 'It is kept for a day. '}
        {isFile(job) &&
          job.bytes > FILE_BYTES_MAX &&
          `It is too large for a browser: GET /api/v1/exports/jobs/${job.id}/file.`}
      </Text>
    </>
  )
}

const STATES: Readonly<Record<Job['state'], string>> = {
  running: 'In progress:',
  done: 'Done:',
  full: 'Stopped at its size limit:',
  cancelled: 'Stopped:',
  failed: 'It failed:',
  withdrawn: 'Withdrawn:',
}
