import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { freePort } from '#tests/setup/running-shop.ts'
import type { Running, RunTool, StartServer } from '../peers.ts'

/** `concat-stream` is imported by 2.2.1, which does not name it among what it needs. */
const packages = { '@evershop/evershop': '2.2.1', 'concat-stream': '2.0.0' }
const products = 24

/** EverShop as its README says, with a PostgreSQL of its own by the shop's binaries, and a category of 24 products. */
export async function startEverShop(
  place: string,
  runTool: RunTool,
  startServer: StartServer,
): Promise<Running> {
  for (const name of ['config', 'media', 'public', 'themes', 'translations', 'extensions'])
    mkdirSync(join(place, name), { recursive: true })
  const manifest = { name: 'peer', version: '1.0.0', private: true, type: 'module', dependencies: packages }
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(place, 'config/default.json'), '{"shop":{"language":"en","currency":"EUR"}}')
  if (!existsSync(join(place, 'node_modules/@evershop/evershop')))
    await runTool(place, 'npm', ['install', '--no-audit', '--no-fund'])
  const postgres = await startEmbeddedPostgres(join(place, 'data'))
  try {
    const { searchParams } = new URL(postgres.connectionString)
    const env = {
      DB_HOST: searchParams.get('host') ?? '',
      DB_PORT: '5432',
      DB_NAME: 'shop',
      DB_USER: 'shop',
      DB_PASSWORD: '',
      DB_SSLMODE: 'disable',
    }
    const program = join(place, 'node_modules/@evershop/evershop/dist/bin/evershop.js')
    if (!existsSync(join(place, '.evershop/build')))
      await runTool(place, process.execPath, [program, 'build'], env)
    const port = await freePort()
    // It makes its tables when it starts.
    const shop = await startServer(place, [program, 'start'], { port, path: '/' }, env)
    await fillCategory(postgres.connectionString)
    const stop = async () => {
      await shop.stop()
      await postgres.stop()
    }
    const path = `/watches?limit=${products}`
    const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    const shown = new Set(html.match(/Peer watch \d+/g)).size
    if (shown !== products) {
      await stop()
      throw new Error(`its listing shows ${shown} of ${products} products`)
    }
    return { ...shop, path, stop }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function fillCategory(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`
      with category as (
        insert into category (status, show_products) select true, true
        where not exists (select from category_description where url_key = 'watches')
        returning category_id, uuid
      ), described as (
        insert into category_description (category_description_category_id, name, url_key)
        select category_id, 'Watches', 'watches' from category
      ), addressed as (
        insert into url_rewrite (request_path, target_path, entity_uuid, entity_type)
        select '/watches', '/category/' || uuid, uuid, 'category' from category
      ), product as (
        insert into product (sku, price, weight, status, category_id, no_shipping_required)
        select 'peer-' || number, 1000 + number, 1, true, category_id, true
        from category, generate_series(1, ${products}) number
        returning product_id, uuid, sku
      ), stock as (
        insert into product_inventory (product_inventory_product_id, qty, manage_stock, stock_availability)
        select product_id, 1, true, true from product
      )
      insert into product_description (product_description_product_id, name, description, url_key)
      select product_id, 'Peer watch ' || split_part(sku, '-', 2), '', sku from product`)
  } finally {
    await client.end()
  }
}
