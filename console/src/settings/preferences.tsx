import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, POST, PUT, type Schemas } from '../api/client.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { ActButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { Secret } from './secret.tsx'

type Preferences = Schemas['NotificationPreferences']
type Put = Schemas['NotificationPreferencesPut']

const CHANNELS = ['mail', 'push', 'slack', 'teams', 'sms', 'voice'] as const
const CHANNEL_WORDS = {
  mail: 'Mail',
  push: 'Push',
  slack: 'Slack',
  teams: 'Teams',
  sms: 'SMS',
  voice: 'Voice call',
} as const
const KINDS = {
  approval: 'approvals that any user may decide',
  sla_breach: 'cases that missed a target',
  sla_forecast: 'cases that will probably miss a target',
  connector_health: 'connectors that fail',
  source_health: 'sources that fell silent',
  honeytoken: 'honeytokens that were used',
  coverage_drift: 'techniques that are no longer detected',
} as const

/** How the user wants to be notified; urgent messages go over every channel at any hour. */
export function NotificationPreferences() {
  const found = useQuery({
    queryKey: ['notification-preferences'],
    queryFn: () => bodyOf(GET('/api/v1/notifications/preferences')),
  })
  const state = useQuery({
    queryKey: ['notification-state'],
    queryFn: () => bodyOf(GET('/api/v1/notifications/state')),
  })
  const off = state.data?.mail.reason
  return (
    <Section title="How to notify me">
      {off != null && (
        <Text size="sm" className="quiet" mb="sm">
          {`${off.slice(0, 1).toUpperCase()}${off.slice(1)}.`}
        </Text>
      )}
      <Loaded query={found} lines={6}>
        {(preferences) => <Form preferences={preferences} />}
      </Loaded>
    </Section>
  )
}

function Form({ preferences }: { readonly preferences: Preferences }) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: Put) => bodyOf(PUT('/api/v1/notifications/preferences', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['notification-preferences'] }),
  })
  const test = useMutation({ mutationFn: () => bodyOf(POST('/api/v1/notifications/test')) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim() || null
    save.mutate({
      channels: CHANNELS.filter((one) => form.has(one)),
      kinds: (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((one) => form.has(one)),
      min_severity: SEVERITIES.find((one) => one === form.get('min_severity')) ?? 'info',
      ...{ quiet_from: text('quiet_from'), quiet_to: text('quiet_to'), time_zone: text('time_zone') ?? 'UTC' },
    })
  }
  const { channels, kinds, min_severity: least, quiet_from: from, quiet_to: to, time_zone: zone } = preferences
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group>
          {CHANNELS.map((one) => (
            <Checkbox key={one} name={one} label={CHANNEL_WORDS[one]} defaultChecked={channels.includes(one)} />
          ))}
        </Group>
        <NativeSelect
          name="min_severity"
          label="From this severity on"
          className="narrow"
          data={SEVERITIES.toReversed()}
          defaultValue={least}
        />
        <Group>
          <TextInput name="quiet_from" type="time" label="Quiet from" defaultValue={from ?? ''} />
          <TextInput name="quiet_to" type="time" label="Quiet until" defaultValue={to ?? ''} />
          <TextInput name="time_zone" label="Time zone" defaultValue={zone} maxLength={64} />
        </Group>
        {Object.entries(KINDS).map(([kind, label]) => (
          <Checkbox key={kind} name={kind} label={`Also ${label}`} defaultChecked={kinds.includes(kind)} />
        ))}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Send me a test
          </Button>
        </Group>
        {save.isSuccess && (
          <Text size="sm" role="status">
            Saved.
          </Text>
        )}
        {test.isSuccess && (
          <Text size="sm" role="status">
            The test is on its way.
          </Text>
        )}
        {(save.error ?? test.error) && <Failure error={save.error ?? test.error} />}
      </Stack>
    </form>
  )
}

/** A code that links a Slack or Teams user to this account. */
export function ChatLink() {
  const [unlinked, setUnlinked] = useState<number | null>(null)
  const make = useMutation({ mutationFn: () => bodyOf(POST('/api/v1/chat/link-codes')) })
  return (
    <Section title="Slack and Teams">
      <Text size="sm">Link this account in a chat with a code that works once.</Text>
      <Group mt="xs">
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          Make a code
        </Button>
        <ActButton
          operation="DELETE /api/v1/chat/accounts"
          label="End all links"
          confirm="No chat account acts for you any more. A new code links one again."
          variant="subtle"
          done={({ unlinked }) => setUnlinked(unlinked)}
        />
      </Group>
      {unlinked !== null && (
        <Text size="sm" role="status" mt="xs">
          {unlinked === 0 ? 'No account was linked.' : `${counted(unlinked, 'link was', 'links were')} ended.`}
        </Text>
      )}
      {make.data && (
        <>
          <Secret name="Send this to the bot" value={`/svc link ${make.data.code}`} />
          <Text size="xs" className="quiet">
            until <Time at={make.data.expires_at} />
          </Text>
        </>
      )}
      {make.error && <Failure error={make.error} />}
    </Section>
  )
}
