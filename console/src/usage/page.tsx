import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { Page, Section } from '../parts/page.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'

type Usage = Schemas['Usage']

export function UsagePage() {
  const session = useSession()
  const usage = useQuery({ queryKey: ['usage'], queryFn: () => bodyOf(GET('/api/v1/usage')) })
  return (
    <Page
      title="Usage"
      about="The last 30 days, counted from the recorded rows."
      actions={may(session, 'reports:read') && <Download />}
    >
      <Loaded query={usage} lines={10}>
        {(given) => (
          <>
            <Totals usage={given} />
            <Daily usage={given} />
            <Entitlements usage={given} />
            <Unmeasured usage={given} />
          </>
        )}
      </Loaded>
      <Reconciliation />
    </Page>
  )
}

const labelOf = (name: string) => name.replaceAll('_', ' ')

function Totals({ usage }: { readonly usage: Usage }) {
  const figures = [...Object.entries(usage.totals), ...Object.entries(usage.now)]
  return (
    <div className="stats">
      {figures.map(([name, value]) => (
        <div key={name} className="card">
          <Text size="xs" className="quiet">
            {labelOf(name)}
          </Text>
          <Text fw={700} size="lg">
            {value.toLocaleString()}
          </Text>
        </div>
      ))}
    </div>
  )
}

function Daily({ usage: { daily, meters } }: { readonly usage: Usage }) {
  const names = meters.map(({ name }) => name).filter((name) => daily.some(({ values }) => name in values))
  return (
    <Section title="By day (UTC)">
      <Table
        name="Usage by day"
        rows={[...daily].reverse()}
        keyOf={({ date }) => date}
        columns={[
          { head: 'Day', isShort: true, cell: ({ date }) => date },
          ...names.map((name) => ({
            head: labelOf(name),
            isNumber: true,
            isShort: true,
            cell: ({ values }: Usage['daily'][number]) => (values[name] ?? 0).toLocaleString(),
          })),
        ]}
      />
    </Section>
  )
}

function Entitlements({ usage: { entitlements } }: { readonly usage: Usage }) {
  if (entitlements.length === 0) return null
  return (
    <Section title="Entitlements">
      <Table
        name="List of entitlements"
        rows={entitlements}
        keyOf={({ meter }) => meter}
        columns={[
          { head: 'Meter', cell: ({ meter }) => labelOf(meter) },
          { head: 'Of', isShort: true, cell: ({ period }) => (period === 'month' ? 'this month' : 'this moment') },
          { head: 'Allowed', isNumber: true, isShort: true, cell: ({ allowance }) => allowance.toLocaleString() },
          { head: 'Used', isNumber: true, isShort: true, cell: ({ used }) => used?.toLocaleString() ?? 'not measured' },
          {
            head: 'Left',
            isNumber: true,
            isShort: true,
            cell: ({ headroom }) =>
              headroom === null ? (
                'not measured'
              ) : (
                <span className={headroom < 0 ? 'late' : undefined}>{headroom.toLocaleString()}</span>
              ),
          },
        ]}
      />
    </Section>
  )
}

/** What nobody measured is said, and is in no figure. */
function Unmeasured({ usage: { unmeasured } }: { readonly usage: Usage }) {
  if (unmeasured.length === 0) return null
  return (
    <Section title="Not measured">
      <Table
        name="List of meters that are not measured"
        rows={unmeasured}
        keyOf={({ meter }) => meter}
        columns={[
          { head: 'Meter', isShort: true, cell: ({ meter }) => labelOf(meter) },
          { head: 'Why', cell: ({ reason }) => reason },
        ]}
      />
    </Section>
  )
}

function Reconciliation() {
  const found = useQuery({ queryKey: ['reconciliation'], queryFn: () => bodyOf(GET('/api/v1/usage/reconciliation')) })
  return (
    <Section title="Do the figures agree">
      <Loaded query={found} lines={4}>
        {({ meters, agrees }) => (
          <>
            <Text size="sm" mb="xs" className={agrees ? undefined : 'late'}>
              {agrees ? 'By day and added up, or as one query: the same.' : 'Some do not: see below.'}
            </Text>
            <Table
              name="Reconciliation"
              rows={meters}
              keyOf={({ meter }) => meter}
              columns={[
                { head: 'Meter', cell: ({ meter }) => labelOf(meter) },
                { head: 'By day', isNumber: true, isShort: true, cell: ({ summed }) => summed.toLocaleString() },
                { head: 'Whole', isNumber: true, isShort: true, cell: ({ whole }) => whole.toLocaleString() },
                { head: 'Lake', isNumber: true, isShort: true, cell: ({ lake }) => lake?.toLocaleString() ?? '–' },
                {
                  head: 'Agrees',
                  isShort: true,
                  cell: ({ agrees: own }) => (own ? 'yes' : <span className="late">no</span>),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Download() {
  const month = new Date().toISOString().slice(0, 7)
  const made = useMutation({
    mutationFn: async () => {
      const csv = await bodyOf(GET('/api/v1/usage/export.csv', { params: { query: { month } }, parseAs: 'text' }))
      const url = URL.createObjectURL(new Blob([String(csv)], { type: 'text/csv' }))
      const link = document.createElement('a')
      link.href = url
      link.download = `usage-${month}.csv`
      link.click()
      URL.revokeObjectURL(url)
    },
  })
  return (
    <Group gap="xs">
      {made.error && <Failure error={made.error} />}
      <Button variant="default" loading={made.isPending} onClick={() => made.mutate()}>
        Export this month as CSV
      </Button>
    </Group>
  )
}
