/** One alert beside the queue; the queue keeps its position. */
import { Button, CloseButton, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AlertBody, useAlert } from '../alert/body.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'

type PaneProps = {
  readonly id: string
  readonly close: () => void
  readonly step: (by: number) => void
  readonly place: string
}

export function Pane({ id, close, step, place }: PaneProps) {
  const query = useAlert(id)
  return (
    <section className="alert-pane" aria-label="The alert beside the queue">
      <Group justify="space-between" wrap="nowrap" gap="xs" className="alert-pane-head">
        <Group gap={4} wrap="nowrap">
          <Button variant="default" onClick={() => step(-1)} aria-label="Previous alert">
            ↑
          </Button>
          <Button variant="default" onClick={() => step(1)} aria-label="Next alert">
            ↓
          </Button>
          <Text size="xs" className="quiet nowrap">
            {place}
          </Text>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Link to="/alerts/$id" params={{ id }} className="link">
            Open whole page
          </Link>
          <CloseButton aria-label="Close the alert" onClick={close} />
        </Group>
      </Group>
      <Loaded query={query} lines={10}>
        {(alert) => (
          <div className="stack">
            <h2 className="alert-pane-title">
              <Shown text={alert.title} lengthMax={300} />
            </h2>
            <AlertBody alert={alert} isBeside />
          </div>
        )}
      </Loaded>
    </section>
  )
}
