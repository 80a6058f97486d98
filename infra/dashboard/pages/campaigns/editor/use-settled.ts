import { useEffect, useState } from 'react';

/** The value when it has not changed for some milliseconds. Compare values by text: pass primitives. */
export function useSettled<Value extends string | number>(value: Value, milliseconds = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);

    return () => clearTimeout(timer);
  }, [value, milliseconds]);

  return settled;
}
