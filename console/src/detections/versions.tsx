import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, GET, PUT, type Schemas } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { lineDiff } from './line-diff.ts'

type Rule = Schemas['RuleDetail']

const VERSIONS = 100

/** Earlier versions of a rule, their differences, and the button that restores one. */
export function Versions({ rule, mayWrite }: { readonly rule: Rule; readonly mayWrite: boolean }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const params = { path: { id: rule.id } }
  const versions = useQuery({
    queryKey: ['rule', rule.id, 'versions', rule.version],
    queryFn: () => bodyOf(GET('/api/v1/rules/{id}/versions', { params: { ...params, query: { limit: VERSIONS } } })),
  })
  const restore = useMutation({
    mutationFn: (text: string) => bodyOf(PUT('/api/v1/rules/{id}', { params, body: { text } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['rule', rule.id] }),
  })
  return (
    <Section title="Versions">
      <Loaded query={versions} lines={3}>
        {({ items }) => {
          const before = items.filter(({ version }) => version !== rule.version)
          const [newest] = before
          if (newest === undefined) return <Text size="sm">No earlier versions.</Text>
          const version = before.find((one) => String(one.version) === chosen) ?? newest
          return (
            <div className="stack">
              <Group gap="xs">
                <NativeSelect
                  aria-label="Version"
                  value={String(version.version)}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                  data={before.map(({ version: number, changed_by: by, created_at: at }) => ({
                    value: String(number),
                    label: `Version ${number}, ${shown(by, 60)}, ${new Date(at).toLocaleString()}`,
                  }))}
                />
                {mayWrite && (
                  <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate(version.text)}>
                    Go back to version {version.version}
                  </Button>
                )}
              </Group>
              {restore.error && <Failure error={restore.error} />}
              <Difference before={version.text} after={rule.text} />
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}

export function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = lineDiff(before, after)
  if (lines === null) return <Text size="sm">The texts are too long to compare here.</Text>
  if (lines.every(({ kind }) => kind === 'same')) return <Text size="sm">The texts are the same.</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="diff mono" aria-label="Difference" tabIndex={0}>
      {lines.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <div key={at} className={kind}>
          <span aria-hidden="true">{kind === 'added' ? '+' : kind === 'removed' ? '−' : ' '}</span>
          {kind !== 'same' && <span className="unseen">{kind}: </span>}
          {shown(text)}
        </div>
      ))}
    </section>
  )
}
