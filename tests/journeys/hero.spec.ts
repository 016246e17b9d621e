import { expect, test } from './shop.ts'

/** Where the ring stands in each cut of the opening picture, as parts of its width and height. */
const ring = {
  'hero.jpg': { left: 1094 / 1600, right: 1234 / 1600, top: 400 / 1000, bottom: 580 / 1000 },
  'hero-upright.jpg': { left: 868 / 1080, right: 1008 / 1080, top: 728 / 1330, bottom: 912 / 1330 },
}

for (const width of [360, 768, 1024, 1280, 1440, 1599, 1920])
  test(`the opening picture shows its ring whole at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/de', '/en']) {
      await page.goto(path)
      const picture = page.getByRole('main').getByRole('img').first()
      const shown = () =>
        picture.evaluate((image: HTMLImageElement) => {
          const { width, height } = image.getBoundingClientRect()
          const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight)
          const [x = 50, y = 50] = getComputedStyle(image).objectPosition.split(' ').map(Number.parseFloat)
          const [drawnX, drawnY] = [image.naturalWidth * scale, image.naturalHeight * scale]
          const [left, top] = [((drawnX - width) * x) / 100 / drawnX, ((drawnY - height) * y) / 100 / drawnY]
          return {
            name: image.currentSrc.match(/hero(?:-upright)?\.jpg/)?.[0],
            ...{ left, top, right: left + width / drawnX, bottom: top + height / drawnY },
          }
        })
      await expect.poll(async () => (await shown()).name).toBeDefined()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      const { name, ...seen } = await shown()
      const whole = ring[name as keyof typeof ring]
      expect(seen.left).toBeLessThan(whole.left)
      expect(seen.right).toBeGreaterThan(whole.right)
      expect(seen.top).toBeLessThan(whole.top)
      expect(seen.bottom).toBeGreaterThan(whole.bottom)
    }
  })
