/** Parts that the board and the forecast share. */
import { Link } from '@tanstack/react-router'
import { Shown } from '../parts/shown.tsx'
import { Empty } from '../parts/states.tsx'

type CaseLinkProps = { readonly id: string; readonly number: string; readonly title: string }

export function CaseLink({ id, number, title }: CaseLinkProps) {
  return (
    <Link to="/cases/$id" params={{ id }}>
      {number} <Shown text={title} lengthMax={160} />
    </Link>
  )
}

/** Shown in place of a list when no open case has a target. `noun` is the page's word: clocks or targets. */
export function NoTargets({ title, noun }: { readonly title: string; readonly noun: 'clocks' | 'targets' }) {
  return (
    <Empty title={title}>
      Cases get {noun} from the policy of their severity or queue: see{' '}
      <Link to="/sla" search={{ tab: 'policies' }}>
        Policies and queues
      </Link>
      .
    </Empty>
  )
}
