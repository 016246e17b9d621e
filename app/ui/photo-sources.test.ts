import { expect, test } from 'vitest'
import { photoVariantFormats, photoWidths } from '#app/shop/catalogue/photos-sizes.ts'
import { assetSources, photoAddress, photoSources } from './photo-sources.ts'

const photo = { id: 'a'.repeat(32), width: 4_000, height: 3_000 }

test('a large photo is offered in every width and format that the server makes', () => {
  const sources = photoSources(photo, '/api')
  for (const format of photoVariantFormats) {
    expect(sources[format]).toBe(
      photoWidths.map((width) => `/api/photos/${photo.id}/${width}.${format} ${width}w`).join(', '),
    )
  }
  expect(sources.fallback).toBe(`/api/photos/${photo.id}/640.jpg`)
})

test('never wider than the photo', () => {
  const { webp, fallback } = photoSources({ ...photo, width: 500 }, 'https://api.example.test')
  expect(webp.match(/ \d+w/g)).toEqual([' 160w', ' 320w', ' 480w'])
  expect(fallback).toBe(`https://api.example.test/photos/${photo.id}/480.jpg`)
  expect(photoSources({ ...photo, width: 90 }, '/api').jpg).toBe(`/api/photos/${photo.id}/160.jpg 90w`)
})

test('pictures of content pages by name', () => {
  expect(assetSources({ name: 'editorial/hero.jpg', width: 400 }, '/api').avif).toBe(
    '/api/assets/editorial/hero.jpg/160.avif 160w, /api/assets/editorial/hero.jpg/320.avif 320w',
  )
})

test('one address, at least as wide as asked', () => {
  expect(photoAddress('x', 500, 'jpg', '/api')).toBe('/api/photos/x/640.jpg')
  expect(photoAddress('x', 640, 'jpg', '/api')).toBe('/api/photos/x/640.jpg')
  expect(photoAddress('x', 9_000, 'jpg', '/api')).toBe('/api/photos/x/2400.jpg')
})
