import { Text } from '@mantine/core'
import type { Schemas } from '../api/client.ts'

type Scored = NonNullable<Schemas['AlertDetail']['score']>

/** The features of the risk score, sorted by their contribution. */
export function Score({ score }: { readonly score: Scored | null }) {
  if (score === null) return <Text size="sm">Not scored: this alert has no signals.</Text>
  const features = score.features.filter(({ contribution }) => contribution !== 0)
  features.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const most = Math.max(...features.map(({ contribution }) => Math.abs(contribution)), 1)
  return (
    <>
      <Text size="xl" fw={700} component="p" m={0}>
        {score.risk}
        <Text span size="sm" className="quiet">
          {' '}
          of 100
        </Text>
      </Text>
      <Text size="sm" className="quiet" mb="sm">
        probability {score.probability.toFixed(2)} × impact {score.impact.toFixed(2)}
      </Text>
      {features.map(({ name, contribution, why }) => (
        <div key={name}>
          <div className="feature">
            <span>{name.replaceAll('_', ' ')}</span>
            <b>
              {contribution > 0 ? '+' : ''}
              {contribution.toFixed(2)}
            </b>
          </div>
          <div className="bar" aria-hidden="true">
            <i
              className={contribution < 0 ? 'less' : ''}
              style={{ width: `${(Math.abs(contribution) / most) * 100}%` }}
            />
          </div>
          <Text size="xs" className="quiet" mb="xs">
            {why}
          </Text>
        </div>
      ))}
    </>
  )
}
