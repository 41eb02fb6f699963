import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { Chart } from '../parts/chart.tsx'
import { Figures, percent } from '../parts/figures.tsx'
import { Page, Section } from '../parts/page.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { Controls } from './controls.tsx'
import { Evidence } from './evidence.tsx'

const FRAMEWORKS_MAX = 50

export function CompliancePage() {
  const { framework } = useSearch({ from: '/compliance' })
  const navigate = useNavigate({ from: '/compliance' })
  const frameworks = useQuery({
    queryKey: ['frameworks'],
    queryFn: () => call('GET /api/v1/compliance/frameworks', { query: { limit: FRAMEWORKS_MAX } }),
  })
  return (
    <Page
      title="Compliance"
      about="Controls, measured in this installation or documented by evidence. A control that cannot be measured is unknown, not passed."
    >
      <Loaded query={frameworks} lines={10}>
        {({ items }) => {
          const open = items.find(({ id }) => id === framework) ?? items[0]
          if (open === undefined) return null
          return (
            <>
              <NativeSelect
                aria-label="Framework"
                className="narrow"
                data={items.map(({ id, name, version }) => ({ value: id, label: `${name} ${version}` }))}
                value={open.id}
                onChange={(event) => void navigate({ search: { framework: event.currentTarget.value }, replace: true })}
              />
              <Dashboard key={open.id} framework={open.id} about={open.scope} />
              <History framework={open.id} />
              <Evidence framework={open.id} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Dashboard({ framework, about }: { readonly framework: string; readonly about: string }) {
  const found = useQuery({
    queryKey: ['compliance', framework],
    queryFn: () => call('GET /api/v1/compliance/dashboard/{framework}', { path: { framework } }),
  })
  return (
    <Loaded query={found} lines={10}>
      {(board) => (
        <>
          <Figures
            of={[
              {
                name: 'Measured controls that pass',
                value: board.overall_score === null ? null : percent(board.overall_score / 100),
                note: `${board.controls_passing + board.controls_failing} of ${board.controls.length} are measured or have evidence`,
              },
              {
                name: 'Chain of evidence',
                value: board.evidence_intact ? 'intact' : 'broken',
                isBad: !board.evidence_intact,
                note: 'each entry has the hash of the entry before it',
              },
            ]}
          />
          <Section
            title={`${board.name} ${board.version}`}
            aside={
              <Group gap="sm">
                <span className="quiet">
                  as of <Time at={board.last_updated} />
                </span>
                <SignedStatus framework={framework} />
              </Group>
            }
          >
            <Text size="sm" className="quiet about" mb="sm">
              <Shown text={about} lengthMax={600} />
            </Text>
            <Controls board={board} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function SignedStatus({ framework }: { readonly framework: string }) {
  const save = useMutation({
    mutationFn: async () => {
      const file: unknown = await call('GET /api/v1/exports/compliance/{framework}', {
        path: { framework },
        parseAs: 'blob',
      })
      saveAs(file as Blob, `${framework}-${new Date().toISOString().slice(0, 10)}.zip`)
    },
  })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        title="The status as JSON with a signature, for an auditor"
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Signed export
      </Button>
      {save.error && <Failure error={save.error} />}
    </>
  )
}

const HISTORY_DAYS = 180

/** Days without a measurement are left out. */
function History({ framework }: { readonly framework: string }) {
  const found = useQuery({
    queryKey: ['compliance-history', framework],
    queryFn: () =>
      call('GET /api/v1/compliance/history/{framework}', {
        path: { framework },
        query: { days: HISTORY_DAYS, limit: HISTORY_DAYS },
      }),
  })
  return (
    <Section title="Day by day">
      <Loaded query={found} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Not measured yet">Every tenant is measured once a day, and the results are kept.</Empty>
          ) : (
            <Chart
              name="Controls by day"
              times={items.map(({ day }) => `${day}T00:00:00Z`)}
              series={[
                { name: 'Passing', values: items.map(({ passing }) => passing) },
                { name: 'Failing', values: items.map(({ failing }) => failing) },
                { name: 'In review', values: items.map(({ in_review: review }) => review) },
                { name: 'Unknown', values: items.map(({ unknown }) => unknown) },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
