import { describe, expect, test } from 'vitest'
import { createMembers, type Member } from '../src/hubs/members.ts'

const ROOM = { kind: 'groups', names: ['room'] } as const

function createMember(id: string): Member {
  const groups = new Set<string>()
  const member: Partial<Member> = {
    id,
    user: { userId: 'ada' },
    groups,
    joinGroup: (group) => void groups.add(group),
    leaveGroup: (group) => void groups.delete(group),
  }
  return member as Member
}

function openRoom() {
  const members = createMembers()
  const [ada, ben] = [createMember('ada'), createMember('ben')]
  for (const member of [ada, ben]) members.add(member)
  members.addToGroup('ada', 'room')
  return { members, ada }
}

describe('a group', () => {
  test('is no longer remembered by a connection that has left it', () => {
    const { members, ada } = openRoom()
    expect([...ada.groups]).toEqual(['room'])
    members.removeFromGroup('ada', 'room')
    expect([...ada.groups]).toEqual([])
  })

  test('is forgotten with its last member, so that unused names take no memory', () => {
    const { members } = openRoom()
    const before = members.find(ROOM)
    members.removeFromGroup('ada', 'room')
    members.addToGroup('ben', 'room')
    expect(members.find(ROOM)).not.toBe(before)
    expect([...members.find(ROOM)].map(({ id }) => id)).toEqual(['ben'])
  })

  test('is not copied for every message to it', () => {
    const { members } = openRoom()
    expect(members.find(ROOM)).toBe(members.find(ROOM))
  })
})
