import { TEAMS_APP } from '@partyline/sandbox'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { manifestErrors } from './manifest-errors.ts'
import { teamsManifest } from './manifest.ts'
import type { TeamsManifest } from './manifest.ts'
import { teamsPackage } from './teams-package.ts'

const CLIENT_ID = '11111111-1111-4111-8111-111111111111'
const SETTINGS = { clientId: CLIENT_ID, address: new URL('https://texts.example'), appName: 'Partyline' }

async function unpacked() {
  const files = unzipSync(await teamsPackage(SETTINGS, '1.2.3'))
  const file = (name: string) => files[name] ?? new Uint8Array()
  return { names: Object.keys(files), file, manifest: JSON.parse(strFromU8(file('manifest.json'))) as TeamsManifest }
}

test('the package has the manifest and its two icons at its root', async () => {
  const { names, manifest } = await unpacked()
  expect(names).toEqual(['manifest.json', 'color.png', 'outline.png'])
  expect(manifest.icons).toEqual({ color: 'color.png', outline: 'outline.png' })
})

test('the tab is at /teams-app, and Teams fills in its theme and language', async () => {
  const { manifest } = await unpacked()
  expect(manifest.staticTabs).toEqual([
    {
      entityId: 'messages',
      name: 'Messages',
      contentUrl: 'https://texts.example/teams-app/?theme={theme}&locale={locale}',
      websiteUrl: 'https://texts.example/',
      scopes: ['personal'],
    },
  ])
  expect(manifest.validDomains).toEqual(['texts.example'])
})

test('Teams requests a token for the app registration, and links use the same ID', async () => {
  const { manifest } = await unpacked()
  expect(manifest.webApplicationInfo).toEqual({ id: CLIENT_ID, resource: `api://texts.example/${CLIENT_ID}` })
  expect([manifest.id, manifest.version]).toEqual([CLIENT_ID, '1.2.3'])
})

test('the sandbox’s Teams has the activities and permissions of the package', async () => {
  const { manifest } = await unpacked()
  const { activities, authorization } = manifest
  expect(activities.activityTypes.map(({ type, templateText }) => ({ type, templateText }))).toEqual(
    TEAMS_APP.activities,
  )
  expect(authorization.permissions.resourceSpecific).toEqual(
    TEAMS_APP.permissions.map((name) => ({ name, type: 'Application' })),
  )
})

test('an address keeps its port everywhere', () => {
  const { validDomains, webApplicationInfo, staticTabs } = teamsManifest(
    { ...SETTINGS, address: new URL('https://localhost:8443') },
    '1.0.0',
  )
  expect(validDomains).toEqual(['localhost:8443'])
  expect(webApplicationInfo.resource).toBe(`api://localhost:8443/${CLIENT_ID}`)
  expect(staticTabs[0]?.contentUrl).toMatch('https://localhost:8443/teams-app/')
})

test('the same settings produce the same bytes', async () => {
  const [one, other] = [await teamsPackage(SETTINGS, '1.0.0'), await teamsPackage(SETTINGS, '1.0.0')]
  expect(Buffer.from(one).equals(other)).toBe(true)
  // A zip stores local time, in two bytes and two bytes: midnight of its first possible day.
  expect([...one.subarray(10, 14)]).toEqual([0, 0, 0x21, 0])
})

test('the color icon is the mark on an opaque background of 192 × 192', async () => {
  const { file } = await unpacked()
  const { format, width, height } = await sharp(file('color.png')).metadata()
  expect([format, width, height]).toEqual(['png', 192, 192])
  const { isOpaque, dominant } = await sharp(file('color.png')).stats()
  expect(isOpaque).toBe(true)
  expect(dominant.b).toBeGreaterThan(200)
  expect((await sharp(file('color.png')).stats()).channels[0]?.min).toBeLessThan(100)
})

test('the outline icon is white on transparent, 32 × 32', async () => {
  const { file } = await unpacked()
  const { data, info } = await sharp(file('outline.png')).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([32, 32, 4])
  const pixels = Array.from({ length: 32 * 32 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)])
  expect(new Set(pixels.map((pixel) => pixel.slice(0, 3).join()))).toEqual(new Set(['255,255,255']))
  const seen = pixels.filter(([, , , alpha]) => alpha === 255).length
  expect(seen).toBeGreaterThan(50)
  expect(pixels.filter(([, , , alpha]) => alpha === 0).length).toBeGreaterThan(seen)
})

test('Microsoft’s schema accepts the manifest, and rejects an invalid one', () => {
  const manifest = teamsManifest(SETTINGS, '1.0.0')
  expect(manifestErrors(manifest)).toEqual([])
  const name = { short: 'x'.repeat(31), full: 'x' }
  const activityTypes = [{ type: 'x', description: 'x', templateText: 'x'.repeat(129) }]
  expect(manifestErrors({ ...manifest, id: 'partyline', name, activities: { activityTypes } })).toEqual([
    expect.stringMatching(/^\/id must match pattern/),
    '/name/short must NOT have more than 30 characters',
    '/activities/activityTypes/0/templateText must NOT have more than 128 characters',
  ])
})

test('a manifest that Teams would refuse is not packed', async () => {
  await expect(teamsPackage({ ...SETTINGS, clientId: 'partyline' }, '1.0.0')).rejects.toThrow(
    'Teams would refuse the manifest:\n  /id must match pattern',
  )
})
