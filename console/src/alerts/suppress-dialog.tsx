/**
 * Suppresses a rule for values of the selected alerts for some time; it first shows the alerts that this would have
 * hidden.
 */
import { Button, Group, NativeSelect, Alert as Notice, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { bodyOf, GET, POST } from '../api/client.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { RuleName } from '../parts/rule-name.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import type { Alert } from './queries.ts'
import { facetOf, listOf, type Option, suppressOptions, type TooMany, VALUES_MAX } from './suppress-options.ts'

const SPANS = [
  [24, 'for a day'],
  [24 * 7, 'for a week'],
  [24 * 30, 'for 30 days'],
  [24 * 90, 'for 90 days'],
] as const
const DAYS = 30
const DAY_MS = 86_400_000
const EXAMPLES = 5
const VALUES_SHOWN = 10
const FIELD_WORDS = { host: 'host', user: 'user', src_ip: 'source address' } as const

type SuppressDialogProps = {
  readonly chosen: readonly Alert[]
  readonly close: () => void
  readonly notify: (text: string, undo: (() => Promise<string>) | null) => void
}

export function SuppressDialog({ chosen, close, notify }: SuppressDialogProps) {
  const { options, tooMany } = useMemo(() => suppressOptions(chosen), [chosen])
  const queries = useQueryClient()
  const rules = [...new Set(options.map(({ rule }) => rule))]
  const [at, setAt] = useState(0)
  const [hours, setHours] = useState<number>(SPANS[1][0])
  const [reason, setReason] = useState('')
  const option = options[at]
  const apply = useMutation({
    mutationFn: ({ rule, field, values }: Option) =>
      bodyOf(
        POST('/api/v1/rules/suppressions', {
          body: { rule_id: rule, field, values: [...values], reason, expires_in_hours: hours },
        }),
      ),
    onSuccess: ({ id, values }) => {
      void queries.invalidateQueries()
      notify(`Suppressed for ${values.length} ${values.length === 1 ? 'value' : 'values'}`, async () => {
        await bodyOf(POST('/api/v1/rules/suppressions/{id}/end', { params: { path: { id } } }))
        await queries.invalidateQueries()
        return 'The suppression is removed'
      })
      close()
    },
  })
  return (
    <Dialog title={`Suppress: ${chosen.length} ${chosen.length === 1 ? 'alert' : 'alerts'}`} isOpen close={close}>
      {option === undefined ? (
        <Stack gap="sm">
          {tooMany.length === 0 && (
            <Text size="sm">The chosen alerts have no rule with a host, user or address that could be suppressed.</Text>
          )}
          <NotOffered tooMany={tooMany} />
          <Text size="sm">An overlay on the page of the rule can name any field.</Text>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            apply.mutate(option)
          }}
        >
          <Stack gap="sm">
            <NativeSelect
              label="Condition"
              data={options.map((one, index) => ({ value: String(index), label: labelOf(one, rules) }))}
              value={String(at)}
              onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
            />
            <NotOffered tooMany={tooMany} />
            <Text size="sm" component="div">
              Rule <RuleName id={option.rule} /> finds nothing where the {FIELD_WORDS[option.field]} is{' '}
              <span className="mono">
                <Shown text={option.values.slice(0, VALUES_SHOWN).join(', ')} lengthMax={600} />
              </span>
              {option.values.length > VALUES_SHOWN && ` or one of ${option.values.length - VALUES_SHOWN} more`}.
            </Text>
            <WouldHide option={option} />
            <NativeSelect
              label="How long"
              data={SPANS.map(([value, label]) => ({ value: String(value), label }))}
              value={String(hours)}
              onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
            />
            <Textarea
              label="Reason"
              required
              withAsterisk={false}
              maxLength={2_000}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              data-autofocus
            />
            {apply.error && <Failure error={apply.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={apply.isPending}>
                Suppress
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}

/** When the selected alerts come from several rules, rules are numbered, and the text below names the selected one. */
function labelOf({ rule, field, values, covered, of }: Option, rules: readonly string[]): string {
  const which = rules.length > 1 ? `rule ${rules.indexOf(rule) + 1} of ${rules.length}: ` : ''
  const counted = `${values.length} ${values.length === 1 ? 'value' : 'values'}`
  return `${which}${FIELD_WORDS[field]}, ${counted}, has ${covered} of ${of} chosen`
}

function NotOffered({ tooMany }: { readonly tooMany: readonly TooMany[] }) {
  return tooMany.map(({ rule, field, count }) => (
    <Text key={`${rule} ${field}`} size="xs" className="quiet">
      Too many values: {count} of {FIELD_WORDS[field]} for rule <RuleName id={rule} />. Up to {VALUES_MAX} can be
      suppressed at once; choose fewer alerts.
    </Text>
  ))
}

/** Counts only alerts of this rule alone: an alert with signals of other rules would still exist. */
function WouldHide({ option }: { readonly option: Option }) {
  const from = useMemo(() => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS).toISOString(), [])
  const query = { rule: listOf([option.rule]), [facetOf(option.field)]: listOf(option.values), from }
  const all = useQuery({
    queryKey: ['would-suppress', query],
    queryFn: async () => {
      const count = (more: object, limit: number) =>
        bodyOf(GET('/api/v1/alerts', { params: { query: { ...query, ...more, limit } } }))
      const [found, attacks] = await Promise.all([
        count({}, EXAMPLES),
        count({ disposition: 'true_positive,escalate' }, 1),
      ])
      return { total: found.facets.total, attacks: attacks.facets.total, examples: found.items }
    },
  })
  return (
    <Loaded query={all} lines={3}>
      {({ total, attacks, examples }) => (
        <div>
          {attacks > 0 && (
            <Notice color="red" variant="light" title="It would have hidden attacks" mb="xs">
              {attacks.toLocaleString()} of these alerts were judged to be real.
            </Notice>
          )}
          <Text size="sm" role="status">
            <b>{total.toLocaleString()}</b> {total === 1 ? 'alert' : 'alerts'} of the last {DAYS} days, named after this
            rule and with one of these values, would have been hidden.
          </Text>
          <ul className="faults">
            {examples.map(({ id, title }) => (
              <li key={id}>
                <Shown text={title} lengthMax={120} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}
