import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startAttackedShop } from './attacked-shop.ts'
import type { Attack } from './attacks/attack.ts'

const folder = resolve(import.meta.dirname, 'attacks')

/** Every attack of the folder, or the one of a name. @throws naming those that there are */
async function findAttacks(only: string | undefined): Promise<Attack[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'attack.ts')
  const attacks: Attack[] = []
  for (const file of files.sort()) {
    const module: { attack: Attack } = await import(pathToFileURL(join(folder, file)).href)
    attacks.push(module.attack)
  }
  const chosen = attacks.filter(({ name }) => only === undefined || name === only)
  if (chosen.length === 0)
    throw new Error(`There is no attack "${only}"; there are: ${attacks.map(({ name }) => name).join(', ')}.`)
  return chosen
}

/** Attacks a built shop with the demo, which each attack finds as the one before it left it; `heard` is told of each. */
export async function attackShop(
  only: string | undefined,
  heard: (attack: Attack, wrong: string[], of: { done: number; all: number }) => void,
): Promise<void> {
  const attacks = await findAttacks(only)
  const shop = await startAttackedShop()
  try {
    for (const [index, attack] of attacks.entries()) {
      const wrong = await attack.run(shop).catch((error: Error) => [error.stack ?? error.message])
      if (shop.hasEnded()) wrong.push('the shop has ended')
      heard(attack, wrong, { done: index + 1, all: attacks.length })
    }
  } finally {
    await shop.stop()
  }
}
