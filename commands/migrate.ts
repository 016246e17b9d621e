import { defineCommand } from './command.ts'
import { onShop } from './shop.ts'

export const migrateDatabase = defineCommand({
  name: 'migrate',
  usage: 'npm run migrate          brings the database to this release, without starting the shop',
  options: {},
  read: (words) => (words.length === 0 ? {} : null),
  run: (_, { env, say }) =>
    onShop(
      env,
      async ({ applied }) =>
        say(applied.length > 0 ? `✓ ${applied.length} migrations applied` : '✓ The database is up to date'),
      { onMigration: (file) => say(`✓ ${file}`) },
    ),
})
