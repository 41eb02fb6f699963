/**
 * Applies a template to tenants: shows the changes in each tenant, then applies all or none of them in each selected
 * one.
 */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Difference } from '../detections/versions.tsx'
import { Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { allDelegations } from './delegations.ts'
import { inForce } from './live-delegations.ts'
import type { Template } from './template-kinds.ts'
import { KIND_WORDS } from './template-kinds.ts'

type Plan = AnswerOf<'POST /api/v1/organisation/templates/{template_id}/plan'>
type AppliedTemplate = AnswerOf<'POST /api/v1/organisation/templates/{template_id}/apply'>
type TenantPlan = Plan['items'][number]
type Change = TenantPlan['changes'][number]

export function ApplyTemplate({ template, close }: { readonly template: Template; readonly close: () => void }) {
  const found = useQuery({ queryKey: ['delegations'], queryFn: allDelegations })
  return (
    <Section
      title={`Apply ${shown(template.name, 80)}`}
      aside={
        <Button variant="default" onClick={close}>
          Close
        </Button>
      }
    >
      <Loaded query={found} lines={3}>
        {({ items }) => {
          const tenants = [...new Set(inForce(items, Date.now()).map(({ tenant_id: tenant }) => tenant))].sort()
          return tenants.length === 0 ? (
            <Empty title="No tenant to apply it to">
              You can apply a template to tenants that are delegated to you, as far as your role there allows.
            </Empty>
          ) : (
            <Steps template={template} tenants={tenants} />
          )
        }}
      </Loaded>
    </Section>
  )
}

function Steps({ template: { id }, tenants }: { readonly template: Template; readonly tenants: readonly string[] }) {
  const session = useSession()
  const queries = useQueryClient()
  const path = { template_id: id }
  const [wanted, setWanted] = useState<string[]>([...tenants])
  const [prune, setPrune] = useState(false)
  const [chosen, setChosen] = useState<string[]>([])
  const plan = useMutation({
    mutationFn: () =>
      call('POST /api/v1/organisation/templates/{template_id}/plan', { path, body: { tenants: wanted, prune } }),
    onSuccess: ({ items }) =>
      setChosen(items.filter(({ changes }) => changes.length > 0).map(({ tenant_id: tenant }) => tenant)),
  })
  const apply = useMutation({
    mutationFn: (of: readonly TenantPlan[]) =>
      call('POST /api/v1/organisation/templates/{template_id}/apply', {
        path,
        body: { prune, tenants: of.map(({ tenant_id, digest }) => ({ tenant_id, digest })) },
      }),
    onSuccess: async () => {
      plan.reset()
      await queries.invalidateQueries({ queryKey: ['organisation-portfolio'] })
    },
  })
  const anew = () => {
    plan.reset()
    apply.reset()
  }
  const going = plan.data?.items.filter(({ tenant_id: tenant }) => chosen.includes(tenant)) ?? []
  const mayApply = lacking(session, 'POST /api/v1/organisation/templates/{template_id}/apply') === null
  return (
    <Stack gap="sm">
      <TenantChoice
        tenants={tenants}
        wanted={wanted}
        want={(next) => {
          setWanted(next)
          anew()
        }}
      />
      <Checkbox
        label="For the kinds in the template, remove items that it does not contain"
        checked={prune}
        onChange={(event) => {
          setPrune(event.currentTarget.checked)
          anew()
        }}
      />
      <Group gap="xs">
        <Button loading={plan.isPending} disabled={wanted.length === 0} onClick={() => plan.mutate()}>
          Show the difference
        </Button>
      </Group>
      {plan.error && <Failure error={plan.error} />}
      {plan.data && (
        <>
          <Unread tenants={plan.data.not_read} verb="read" />
          {plan.data.tenants_left_off && (
            <Text size="sm" className="late">
              More tenants are delegated to you than one plan holds.
            </Text>
          )}
          {plan.data.items.map((one) => (
            <TenantDifference
              key={one.tenant_id}
              plan={one}
              isChosen={chosen.includes(one.tenant_id)}
              choose={(isChosen) =>
                setChosen(isChosen ? [...chosen, one.tenant_id] : chosen.filter((tenant) => tenant !== one.tenant_id))
              }
            />
          ))}
          {mayApply && (
            <Group gap="xs">
              <Button loading={apply.isPending} disabled={going.length === 0} onClick={() => apply.mutate(going)}>
                Apply to {going.length.toLocaleString()} {going.length === 1 ? 'tenant' : 'tenants'}
              </Button>
            </Group>
          )}
        </>
      )}
      {apply.error && <Failure error={apply.error} />}
      {apply.data && <Applied {...apply.data} />}
    </Stack>
  )
}

type TenantChoiceProps = {
  readonly tenants: readonly string[]
  readonly wanted: string[]
  readonly want: (tenants: string[]) => void
}

function TenantChoice({ tenants, wanted, want }: TenantChoiceProps) {
  return (
    <Checkbox.Group label="Tenants" value={wanted} onChange={want}>
      <Group gap="sm" mt={4}>
        {tenants.map((tenant) => (
          <Checkbox key={tenant} value={tenant} label={shown(tenant, 63)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Applied({ items, not_applied: notApplied }: AppliedTemplate) {
  return (
    <>
      <Text size="sm" role="status">
        Applied to {items.length.toLocaleString()} {items.length === 1 ? 'tenant' : 'tenants'}:{' '}
        {items.map(({ tenant_id: tenant, changes }) => `${shown(tenant, 63)} (${changes})`).join(', ')}
      </Text>
      <Unread tenants={notApplied} verb="changed" />
    </>
  )
}

function Unread({ tenants, verb }: { readonly tenants: Plan['not_read']; readonly verb: string }) {
  return tenants.map(({ tenant_id: tenant, reason }) => (
    <Text key={tenant} size="sm" className="late" role="alert">
      <Shown text={tenant} lengthMax={80} /> could not be {verb}: <Shown text={reason} lengthMax={300} />
    </Text>
  ))
}

type DifferenceProps = {
  readonly plan: TenantPlan
  readonly isChosen: boolean
  readonly choose: (isChosen: boolean) => void
}

function TenantDifference({ plan, isChosen, choose }: DifferenceProps) {
  const { tenant_id: tenant, tenant_name: name, changes, unchanged } = plan
  return (
    <section className="stack" aria-label={`Difference in ${shown(tenant, 63)}`}>
      <Checkbox
        checked={isChosen && changes.length > 0}
        disabled={changes.length === 0}
        onChange={(event) => choose(event.currentTarget.checked)}
        label={
          <>
            <b>
              <Shown text={name} lengthMax={80} />
            </b>{' '}
            <span className="quiet">
              {changes.length === 0
                ? 'is as the template says'
                : `${changes.length.toLocaleString()} ${changes.length === 1 ? 'change' : 'changes'}`}
              {unchanged > 0 && `, ${unchanged.toLocaleString()} as they are`}
            </span>
          </>
        }
      />
      {changes.length > 0 && (
        <ul className="plain">
          {changes.map((change) => (
            <li key={`${change.kind} ${change.name}`}>
              <details>
                <summary>
                  {CHANGE_WORDS[change.change]} <span className="quiet">{KIND_WORDS[change.kind][0]}</span>{' '}
                  <Shown text={change.name} lengthMax={120} />
                </summary>
                <Difference before={textOf(change.before)} after={textOf(change.after)} />
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const CHANGE_WORDS: Readonly<Record<Change['change'], string>> = {
  create: 'Adds',
  update: 'Changes',
  delete: 'Removes',
}

const textOf = (spec: Change['before']) => (spec === null ? '' : JSON.stringify(spec, null, 2))
