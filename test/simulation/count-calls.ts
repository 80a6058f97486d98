/** A proxy that calls `note` before each method call. */
export function countCalls<Port extends object>(port: Port, note: () => void): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const member = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;

      return (...given: unknown[]) => {
        note();

        return member.apply(target, given);
      };
    },
  });
}
