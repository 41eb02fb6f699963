import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bodyOf, GET } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'

export function HealthOf() {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => bodyOf(GET('/api/v1/health')),
    refetchInterval: 15_000,
  })
  return (
    <Section title="Health">
      <Loaded query={health} lines={2}>
        {({ status, subsystems, figures, disabled, airgap }) => (
          <div className="stats">
            <Fact name="Overall" value={status} />
            {Object.entries(subsystems).map(([name, value]) => (
              <Fact key={name} name={name.replaceAll('_', ' ')} value={value} />
            ))}
            {Object.entries(figures.failing_workers ?? {}).map(([name, seconds]) => (
              <Fact
                key={name}
                name={`${name} (background work)`}
                value={`failing for ${Math.floor(seconds / 60)} min`}
              />
            ))}
            {disabled.length > 0 && <Fact name="Switched off" value={disabled.join(', ')} />}
            <Fact name="Air gap" value={airgap.enabled ? 'on' : 'off'} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <Text size="xs" className="quiet">
        {name}
      </Text>
      <Text fw={600}>
        <Shown text={value} lengthMax={200} />
      </Text>
    </div>
  )
}
