import { expect, it } from 'vitest'
import { faultOf, lookUpPublic, postOutside } from '#server/platform/outgoing-call.ts'
import { isPublicAddress } from '#server/platform/public-address.ts'
import { createWorld } from '#tests/support/world.ts'
import { startReceiver } from './receiver.ts'

const isPrivate = 'The address is in a private network or on this machine'
const post = (url: string, allowPrivate = false) =>
  postOutside({ url, headers: {}, body: '{}', allowPrivate, withinMs: 10_000 })

it.each([
  ...[
    '127.0.0.1',
    '127.255.1.2',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '169.254.169.254',
  ],
  ...[
    '100.64.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fe80::1',
    'fc00::1',
  ],
  ...['fd12:3456::1', 'fec0::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '100::1', '5f00::1'],
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

it.each([
  ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://017700000001/'],
  ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[fe80::1]:8443/'],
  ...['https://169.254.169.254/latest/meta-data', 'https://10.1.2.3:6379/', 'https://①②⑦.⓪.⓪.①/'],
])('%s is rejected when entered and when called', async (url) => {
  expect(faultOf(url, false)).toBe(isPrivate)
  await expect(post(url)).rejects.toThrow(isPrivate)
})

it('accepts only https, without credentials in the URL', async () => {
  const world = await createWorld()
  const college = await world.college()
  const add = (url: string) =>
    world.rest('POST', '/integrations/webhooks', { as: college.admin, body: { url, events: ['attempt.submitted'] } })
  const sentence = async (url: string) => (await add(url)).body.errors?.[0]?.message
  const usual = 'Please enter an address such as https://erp.example.edu/hooks/exams'
  expect(await sentence('http://erp.example.edu/')).toBe('The address must begin with https://')
  expect(await sentence('https://127.0.0.1/')).toBe(isPrivate)
  for (const url of ['https://user:secret@erp.example.edu/', 'ftp://erp.example.edu/', 'file:///etc/passwd', 'erp'])
    expect(await sentence(url)).toBe(usual)
  expect((await add('https://erp.example.edu/')).status).toBe(201)
})

it('resolves the host when connecting, so a changed name cannot bypass the check', async () => {
  const answers = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '169.254.169.254'], []]
  const lookUp = lookUpPublic({ 4: async () => answers.shift() ?? [], 6: async () => [] })
  const ask = () =>
    new Promise((resolve) =>
      lookUp('rebound.example', { all: true }, (error, found) => resolve(error ? error.message : found)),
    )
  expect(await ask()).toEqual([{ address: '93.184.215.14', family: 4 }])
  expect([await ask(), await ask(), await ask()]).toEqual([isPrivate, isPrivate, 'The host name could not be resolved'])
})

it('does not reach this machine by name', async () => {
  const receiver = await startReceiver()
  await expect(post(`https://localhost:${new URL(receiver.url).port}/`)).rejects.toThrow()
  expect(receiver.received).toEqual([])
})

it('reaches private networks when allowed', async () => {
  const receiver = await startReceiver()
  expect(await post(receiver.url, true)).toBe(200)
  expect(await post(receiver.url.replace('127.0.0.1', 'localhost'), true)).toBe(200)
})
