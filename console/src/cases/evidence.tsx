/** The evidence of a case: alerts that can be linked, moved and split off, observables, and files. */

import { Button, Checkbox, FileButton, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useCases } from '../parts/choices.ts'
import { mono, person, State, short, when } from '../parts/columns.tsx'
import { fileForm } from '../parts/file-limit.ts'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { UUIDS } from '../parts/uuid.ts'
import { observableQuery } from './observable-query.ts'

type Props = { readonly id: string; readonly mayWrite: boolean }
type Alert = Schemas['Alert']

const LIST_MAX = 200

export function LinkedAlerts({ id, mayWrite }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const alerts = useQuery({
    queryKey: ['case', id, 'alerts'],
    queryFn: () => call('GET /api/v1/cases/{id}/alerts', { path: { id }, query: { limit: LIST_MAX } }),
  })
  const items = alerts.data?.items ?? []
  const picked = items.filter((one) => chosen.has(one.id))
  const toggle = (alert: string) =>
    setChosen((now) => {
      const next = new Set(now)
      if (!next.delete(alert)) next.add(alert)
      return next
    })
  return (
    <Section title="Alerts" aside={mayWrite && <LinkAlerts id={id} />}>
      {picked.length > 0 && (
        <Group gap="xs" mb="sm" role="toolbar" aria-label="Chosen alerts">
          <Text size="sm">{picked.length} chosen</Text>
          <Elsewhere id={id} alerts={picked} done={() => setChosen(new Set())} />
          <ActButton
            operation="POST /api/v1/cases/{id}/alerts/unlink"
            path={{ id }}
            body={{ alert_ids: picked.map((one) => one.id) }}
            label="Unlink"
            confirm={<Listed alerts={picked} text="The alerts stay in the queue, without a case." />}
            done={() => setChosen(new Set())}
          />
        </Group>
      )}
      <Loaded query={alerts} lines={2}>
        {() =>
          items.length === 0 ? (
            <Text size="sm">No alert is linked.</Text>
          ) : (
            <Table
              name="Alerts of the case"
              rows={items}
              keyOf={(one) => one.id}
              columns={[
                ...(mayWrite
                  ? [
                      {
                        head: 'Choose',
                        isPick: true,
                        cell: (one: Alert) => (
                          <Checkbox
                            size="xs"
                            aria-label={`Choose ${one.title.slice(0, 80)}`}
                            checked={chosen.has(one.id)}
                            onChange={() => toggle(one.id)}
                          />
                        ),
                      },
                    ]
                  : []),
                { head: 'Severity', isShort: true, cell: ({ severity }: Alert) => <Severity level={severity} /> },
                {
                  head: 'Alert',
                  cell: (one: Alert) => (
                    <Link to="/alerts/$id" params={{ id: one.id }}>
                      <Shown text={one.title} lengthMax={160} />
                    </Link>
                  ),
                },
                { head: 'Status', isShort: true, cell: ({ status }: Alert) => <State of={status} /> },
                {
                  head: 'Hosts',
                  cell: ({ affected_hosts: hosts }: Alert) => (
                    <Shown text={hosts.slice(0, 3).join(', ')} lengthMax={120} />
                  ),
                },
                {
                  head: 'Seen',
                  isShort: true,
                  cell: ({ event_time: at, created_at: made }: Alert) => <Time at={at ?? made} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function Listed({ alerts, text }: { readonly alerts: readonly Alert[]; readonly text: string }) {
  return (
    <>
      <ul className="plain">
        {alerts.slice(0, 20).map(({ id, title, severity }) => (
          <li key={id}>
            <Severity level={severity} /> <Shown text={title} lengthMax={120} />
          </li>
        ))}
        {alerts.length > 20 && <li>and {alerts.length - 20} more</li>}
      </ul>
      <Text size="sm" mt="xs">
        {text}
      </Text>
    </>
  )
}

/** Links alerts by ids or by URLs of their pages; several can be pasted at once. */
function LinkAlerts({ id }: { readonly id: string }) {
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const ids = [...new Set(text.match(UUIDS) ?? [])]
  const link = useMutation({
    mutationFn: () => call('POST /api/v1/cases/{id}/alerts', { path: { id }, body: { alert_ids: ids } }),
    onSuccess: async () => {
      setIsOpen(false)
      setText('')
      await queries.invalidateQueries()
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Link alerts
      </Button>
      <Dialog title="Link alerts" isOpen={isOpen} close={() => setIsOpen(false)}>
        <Textarea
          label="Alerts"
          description="Their ids, or the addresses of their pages. To add several at once, choose them in the queue."
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={3}
        />
        {link.error && <Failure error={link.error} />}
        <Group justify="flex-end" mt="sm">
          <Button disabled={ids.length === 0} loading={link.isPending} onClick={() => link.mutate()}>
            Link {ids.length}
          </Button>
        </Group>
      </Dialog>
    </>
  )
}

/** Moves alerts to an existing case or a new one, with a preview; the Moves section can undo it. */
function Elsewhere({
  id,
  alerts,
  done,
}: {
  readonly id: string
  readonly alerts: readonly Alert[]
  readonly done: () => void
}) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [kind, setKind] = useState<'move' | 'split' | null>(null)
  const [to, setTo] = useState('')
  const [title, setTitle] = useState('')
  const [reason, setReason] = useState('')
  const ids = alerts.map((one) => one.id)
  const cases = useCases(kind === 'move')?.filter(({ value }) => value !== id)
  const go = useMutation({
    mutationFn: () => {
      const why = reason.trim() === '' ? {} : { reason: reason.trim() }
      return kind === 'move'
        ? call('POST /api/v1/cases/{id}/move', {
            path: { id },
            body: { to_case_id: to.match(UUIDS)?.[0] ?? to.trim(), alert_ids: ids, ...why },
          })
        : call('POST /api/v1/cases/{id}/split', { path: { id }, body: { title: title.trim(), alert_ids: ids, ...why } })
    },
    onSuccess: async ({ to: other }) => {
      done()
      setKind(null)
      await queries.invalidateQueries()
      if (kind === 'split') await navigate({ to: '/cases/$id', params: { id: other.id } })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setKind('move')}>
        Move
      </Button>
      <Button variant="default" onClick={() => setKind('split')}>
        Split off
      </Button>
      <Dialog
        title={kind === 'move' ? 'Move to another case' : 'Split off into a new case'}
        isOpen={kind !== null}
        close={() => setKind(null)}
      >
        <Listed
          alerts={alerts}
          text={`${alerts.length === 1 ? 'This alert leaves' : 'These alerts leave'} the case. It can be undone under Record.`}
        />
        {kind === 'move' && cases !== undefined ? (
          <Select
            label="Case"
            data={[...cases]}
            value={to || null}
            onChange={(next) => setTo(next ?? '')}
            searchable
            nothingFoundMessage="No matches"
            mt="sm"
          />
        ) : kind === 'move' ? (
          <TextInput
            label="Case"
            description="Its number, such as INC-001, or the address of its page."
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            mt="sm"
          />
        ) : (
          <TextInput
            label="Title of the new case"
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            mt="sm"
          />
        )}
        <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} mt="sm" />
        {go.error && <Failure error={go.error} />}
        <Group justify="flex-end" mt="sm">
          <Button
            disabled={(kind === 'move' ? to : title).trim() === ''}
            loading={go.isPending}
            onClick={() => go.mutate()}
          >
            {kind === 'move' ? 'Move' : 'Split off'} {alerts.length}
          </Button>
        </Group>
      </Dialog>
    </>
  )
}

export function Observables({ id, mayWrite }: Props) {
  return (
    <Listing<'GET /api/v1/cases/{id}/observables'>
      title="Observables"
      list="GET /api/v1/cases/{id}/observables"
      path={{ id }}
      aside={
        mayWrite && (
          <FormButton
            operation="POST /api/v1/cases/{id}/observables"
            path={{ id }}
            label="Add"
            title="Add an observable"
          />
        )
      }
      empty={{ title: 'No observables yet', next: 'Addresses, hosts, users, files and hashes that the case is about.' }}
      columns={[
        short('Kind', 'kind'),
        mono('Value', 'value'),
        person('By', 'added_by'),
        when('Since', 'created_at'),
        {
          head: 'Actions',
          isShort: true,
          isActions: true,
          cell: (row) => (
            <>
              {row.kind === 'alert' ? (
                <Link to="/alerts/$id" params={{ id: row.value }}>
                  Open the alert
                </Link>
              ) : (
                <Link to="/search" search={{ query: observableQuery(row.kind, row.value), hours: '168' }}>
                  Its events
                </Link>
              )}{' '}
              {mayWrite && (
                <ActButton
                  operation="DELETE /api/v1/cases/{id}/observables/{observable_id}"
                  path={{ id, observable_id: row.id }}
                  label="Remove"
                  ariaLabel={`Remove ${row.value.slice(0, 80)}`}
                  variant="subtle"
                />
              )}
            </>
          ),
        },
      ]}
    />
  )
}

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

export function TimeSpent({ id, mayWrite }: Props) {
  return (
    <Listing<'GET /api/v1/cases/{id}/time'>
      title="Time spent"
      list="GET /api/v1/cases/{id}/time"
      path={{ id }}
      aside={mayWrite && <FormButton operation="POST /api/v1/cases/{id}/time" path={{ id }} label="Record time" />}
      empty={{ title: 'None recorded' }}
      columns={[
        { head: 'Minutes', isNumber: true, isShort: true, cell: ({ minutes }) => minutes.toLocaleString() },
        { head: 'For', cell: ({ note }) => <Shown text={note ?? '–'} lengthMax={200} /> },
        short('By', 'actor'),
        when('When', 'created_at'),
      ]}
    />
  )
}
