import { expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { readEnv } from '#app/platform/env.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { warmVariants } from '#app/shop/catalogue/photos.ts'
import { storeAsset } from '#app/shop/catalogue/photos-assets.ts'
import { testDatabase } from '#tests/database.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { warmPhotos } from './warm-photos.ts'

const database = testDatabase()
const home = temporaryFolder()

test('the front page’s pictures are there before anybody asks for them', async () => {
  const files = openLocalFiles(home)
  const kept = await storeAsset(files, 'front', 'top.jpg', await honestJpeg({ width: 700 }))
  if (!kept.ok) throw new Error(kept.reason)
  const picture = { filename: `/api/assets/${kept.asset.name}`, alt: '' }
  const content = { body: [{ component: 'container', content: [{ component: 'image', image: picture }] }] }
  const app = {
    env: readEnv({ DATA_DIR: home }),
    log: createLog('silent'),
    db: database.db,
    files,
    shippedAssets: home,
    stories: { findStory: () => Promise.resolve({ story: { content } }) },
  } as unknown as App
  const asked = { widths: [640], formats: ['avif'] } as const
  await warmPhotos(app, new AbortController().signal)
  expect(await warmVariants(files, [kept.asset.photo.id], asked)).toBe(0)
})
