import { useEffect, useState } from 'react';

/**
 * Debounces a value: returns the last value that did not change for this time. Only texts and numbers: an object that is new at
 * each render would never settle.
 */
export function useSettled<Value extends string | number>(value: Value, settleMs = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);

    return () => clearTimeout(timer);
  }, [value, settleMs]);

  return settled;
}
