import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { Actions } from './actions.tsx'
import { Approvals } from './approvals.tsx'
import { AskActionButton } from './ask-action.tsx'
import { InAdvance } from './in-advance.tsx'
import { Executors, Targets } from './limits.tsx'
import { Playbooks } from './playbooks.tsx'
import { Runs } from './runs.tsx'
import { useResponseFeed } from './use-response-feed.ts'

const TABS = [
  ['approvals', 'Approvals', Approvals],
  ['actions', 'Actions', Actions],
  ['playbooks', 'Playbooks', Playbooks],
  ['runs', 'Runs', Runs],
  ['in-advance', 'In advance', InAdvance],
  ['executors', 'Executors', Executors],
  ['targets', 'Targets and blocks', Targets],
] as const

export function ResponsePage() {
  const { tab } = useSearch({ from: '/response' })
  const navigate = useNavigate({ from: '/response' })
  useResponseFeed()
  return (
    <Page
      title="Response"
      actions={<AskActionButton />}
      about="What waits for somebody to agree, what was done and whether its effect was seen, and playbooks."
    >
      <Tabs
        value={tab ?? 'approvals'}
        onChange={(next) =>
          void navigate({ search: { tab: next === null || next === 'approvals' ? undefined : next }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List className="tabs">
          {TABS.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(([value, , Body]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <div className="stack">
              <Body />
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
