/** Turns a playbook on and off; a text for those who may not. */
import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, mayCall } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Failure } from '../parts/states.tsx'

type EnabledProps = {
  readonly playbook: { readonly id: string; readonly name: string; readonly enabled: boolean }
  /** Shown beside the switch; without it the switch stands in a column that names it. */
  readonly label?: string
}

export function Enabled({ playbook: { id, enabled, name }, label }: EnabledProps) {
  const queries = useQueryClient()
  const turn = useMutation({
    mutationFn: (isOn: boolean) => call('PUT /api/v1/playbooks/{id}', { path: { id }, body: { enabled: isOn } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  if (!mayCall(useSession(), 'PUT /api/v1/playbooks/{id}')) return enabled ? 'on' : 'off'
  return (
    <>
      <Switch
        checked={turn.isPending ? turn.variables : enabled}
        onChange={(event) => turn.mutate(event.currentTarget.checked)}
        label={label}
        aria-label={label ?? `On: ${name.slice(0, 80)}`}
      />
      {turn.error && <Failure error={turn.error} />}
    </>
  )
}
