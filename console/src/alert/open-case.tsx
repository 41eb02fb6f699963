import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { mayCall } from '../api/call.ts'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Failure } from '../parts/states.tsx'

const TITLE_MAX = 300

/** A link to the alert's case, or the button that opens one. */
type OpenCaseProps = {
  readonly alert: Schemas['AlertDetail']
  /** Label of the small button beside a recommendation. */
  readonly label?: string
}

export function OpenCase({ alert, label }: OpenCaseProps) {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, title, severity, mitre_techniques: techniques } = alert
  const open = useMutation({
    mutationFn: () =>
      bodyOf(
        POST('/api/v1/cases', {
          body: {
            title: title.slice(0, TITLE_MAX).padEnd(3, '.'),
            severity,
            alert_ids: [id],
            mitre_techniques: techniques.filter((one) => /^T\d{4}(\.\d{3})?$/.test(one)),
          },
        }),
      ),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['alert', id] })
      await navigate({ to: '/cases/$id', params: { id: made.id } })
    },
  })
  if (alert.case_id !== null)
    return mayCall(session, 'GET /api/v1/cases/{id}') ? (
      <Button
        variant="default"
        size={label === undefined ? undefined : 'compact-xs'}
        renderRoot={(props) => <Link to="/cases/$id" params={{ id: alert.case_id ?? '' }} {...props} />}
      >
        Its case
      </Button>
    ) : null
  if (!mayCall(session, 'POST /api/v1/cases')) return null
  return (
    <>
      <Button
        variant="default"
        size={label === undefined ? undefined : 'compact-xs'}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {label ?? 'Open a case'}
      </Button>
      {open.error && <Failure error={open.error} />}
    </>
  )
}
