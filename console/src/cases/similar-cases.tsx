import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { MergeDialog } from './merge-dialog.tsx'

export type SimilarCase = Schemas['SimilarCase']
type SimilarCasesProps = { readonly of: Schemas['CaseDetail']; readonly mayWrite: boolean }

const SHOWN_MAX = 5

/** The most similar cases, each with the shared values and a button that merges both. */
export function SimilarCases({ of: shownCase, mayWrite }: SimilarCasesProps) {
  const { id } = shownCase
  const [merging, setMerging] = useState<SimilarCase | null>(null)
  const similar = useQuery({
    queryKey: ['case', id, 'similar'],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}/similar', { params: { path: { id }, query: { limit: SHOWN_MAX } } })),
  })
  return (
    <Section title="Similar cases">
      <Loaded query={similar} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">None.</Text>
          ) : (
            <ul className="plain">
              {items.map((item) => (
                <li key={item.case.id}>
                  <One item={item} />
                  {mayWrite && shownCase.merged_into_id === null && (
                    <Button
                      {...{ size: 'compact-xs', variant: 'subtle' }}
                      aria-label={`Merge ${item.case.case_number} into this case`}
                      onClick={() => setMerging(item)}
                    >
                      Merge into this case …
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MergeDialog into={shownCase} from={merging?.case ?? null} close={() => setMerging(null)} />
    </Section>
  )
}

function One({ item: { case: other, score, shared } }: { readonly item: SimilarCase }) {
  return (
    <>
      <Group gap="xs">
        <Severity level={other.severity} />
        <Text size="xs" className="quiet">
          {Math.round(score * 100)} % alike, {other.status.replaceAll('_', ' ')}
        </Text>
      </Group>
      <Link to="/cases/$id" params={{ id: other.id }}>
        {other.case_number} <Shown text={other.title} lengthMax={120} />
      </Link>
      <Text size="xs" className="quiet mono">
        <Shown text={shared.join(', ')} lengthMax={200} />
      </Text>
    </>
  )
}
