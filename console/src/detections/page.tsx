import { Badge, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { Scrolls } from '../parts/scrolls.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'

type Rule = Schemas['Rule']

const PAGE_SIZE = 100
const LANGUAGES = ['sigma', 'eql', 'kql', 'yara'] as const
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'informational'] as const

export function DetectionsPage() {
  const session = useSession()
  const search = useSearch({ from: '/detections' })
  const navigate = useNavigate({ from: '/detections' })
  const filter = {
    ...(search.search ? { search: search.search } : {}),
    ...(search.language ? { language: search.language as Rule['language'] } : {}),
    ...(search.severity ? { severity: search.severity as Rule['severity'] } : {}),
  }
  const query = useInfiniteQuery({
    queryKey: ['rules', filter],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/rules', { params: { query: { limit: PAGE_SIZE, ...filter, ...(cursor ? { cursor } : {}) } } }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() || undefined })
  }
  const choice = (label: string, all: string, names: readonly string[], value: string | undefined, key: string) => (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...names]}
      value={value ?? ''}
      onChange={(event) => change({ [key]: event.currentTarget.value || undefined })}
    />
  )
  return (
    <Page
      title="Detections"
      about="Rules in force: your own first, and behind them those that come with the product."
      actions={
        <Group gap="xs">
          <Button variant="default" component={Link} to="/detections/coverage">
            ATT&CK coverage
          </Button>
          {may(session, 'rules:write') && (
            <>
              <Button variant="default" component={Link} to="/detections/import">
                Import rules
              </Button>
              <Button component={Link} to="/detections/new">
                New rule
              </Button>
            </>
          )}
        </Group>
      }
    >
      <Group gap="xs" component="search">
        <form onSubmit={submit} className="grow search" key={search.search ?? ''}>
          <TextInput
            aria-label="Search rules"
            name="search"
            placeholder="Title, technique … then Enter"
            defaultValue={search.search ?? ''}
            maxLength={200}
          />
        </form>
        {choice('Language', 'Every language', LANGUAGES, search.language, 'language')}
        {choice('Severity', 'Every severity', SEVERITIES, search.severity, 'severity')}
      </Group>
      <Loaded query={query} lines={12}>
        {({ pages }) => {
          const rules = pages.flatMap(({ items }) => items)
          return rules.length === 0 ? (
            <Empty title="No rule matches">Search for another word, or take a filter away.</Empty>
          ) : (
            <Scrolls name="List of rules" isCard>
              <table className="table">
                <thead>
                  <tr>
                    <th>Rule</th>
                    <th>Severity</th>
                    <th>Language</th>
                    <th>From</th>
                    <th>State</th>
                  </tr>
                </thead>
                <tbody>
                  {rules.map((rule) => (
                    <Row key={rule.id} rule={rule} />
                  ))}
                </tbody>
              </table>
              <More query={query} />
            </Scrolls>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Row({ rule }: { readonly rule: Rule }) {
  return (
    <tr>
      <td>
        <Link to="/detections/$id" params={{ id: rule.id }}>
          <Shown text={rule.title} lengthMax={200} />
        </Link>
      </td>
      <td>
        <Severity level={rule.severity} />
      </td>
      <td>{rule.language}</td>
      <td className="nowrap">{rule.is_builtin ? 'svc' : 'this tenant'}</td>
      <td className="nowrap">
        {rule.stopped !== null && rule.stopped.length > 0 ? (
          <Badge color="red">stopped</Badge>
        ) : rule.enabled ? (
          'on'
        ) : (
          'off'
        )}
      </td>
    </tr>
  )
}
