import { setTimeout as wait } from 'node:timers/promises'
import { buildShop } from '#server/build.ts'
import startRunningShop from '#tests/setup/running-shop.ts'
import { cpuMicroseconds, startedOn } from './processes.ts'

export type MeasuredShop = {
  address: string
  port: number
  pid: number
  dataDir: string
  stop(): Promise<void>
}

/** The built shop with the demo in a database of its own, both on the first core, once its catalogue is in memory. */
export async function startMeasuredShop({ settle }: { settle: string }): Promise<MeasuredShop> {
  await buildShop()
  delete process.env.SHOP_URL
  const stop = await startedOn(0, startRunningShop)
  const { SHOP_URL: address = '', SHOP_PID: pid, SHOP_DATA_DIR: dataDir = '' } = process.env
  while (!(await fetch(`${address}/health`)).ok) await wait(200)
  await settled(Number(pid), Number(settle))
  return {
    address,
    port: Number(new URL(address).port),
    pid: Number(pid),
    dataDir,
    stop: async () => stop?.(),
  }
}

/** Until what a start leaves to do (photos) is done, for that would be counted as somebody's answers; not for longer than told. */
async function settled(pid: number, longest: number): Promise<void> {
  for (let seconds = 0, quiet = 0; seconds < longest && quiet < 3; seconds++) {
    const before = cpuMicroseconds(pid)
    await wait(1_000)
    quiet = cpuMicroseconds(pid) - before < 50_000 ? quiet + 1 : 0
  }
}
