/** Targets of alerts as documents. */
import { Type } from 'typebox'
import { closed, nullable } from '../../../schemas/wire.ts'
import { changeSlaConfig, slaConfigs } from '../../soc/cases/index.ts'
import type { Kind } from './kind.ts'
import { placed } from './placed.ts'
import { specOf } from './spec.ts'

const minutes = Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 525_600 })))
const slaSpec = Type.Object({ mttd_target: minutes, mttr_target: minutes, mttc_target: minutes }, closed)
/** `name` is a severity, targets are minutes. */
export const slaTarget: Kind = {
  reads: 'alerts:read',
  writes: 'soc:write',
  async present(tx) {
    return (await slaConfigs(tx)).flatMap(({ severity, mttdTarget, mttrTarget, mttcTarget }) => {
      const spec = { mttd_target: mttdTarget, mttr_target: mttrTarget, mttc_target: mttcTarget }
      return Object.values(spec).every((target) => target === null) ? [] : [{ name: severity, spec }]
    })
  },
  whole: (sent) => ({ mttd_target: null, mttr_target: null, mttc_target: null, ...specOf(slaSpec, sent) }),
  async put({ tx, nowMs }, sent) {
    for (const one of sent) {
      const { mttd_target = null, mttr_target = null, mttc_target = null } = specOf(slaSpec, one)
      const to = { mttdTarget: mttd_target, mttrTarget: mttr_target, mttcTarget: mttc_target }
      await placed(one.at, () => changeSlaConfig(tx, one.name, to, nowMs))
    }
  },
  async remove({ tx, nowMs }, names) {
    const none = { mttdTarget: null, mttrTarget: null, mttcTarget: null }
    for (const name of names) await changeSlaConfig(tx, name, none, nowMs)
  },
}
