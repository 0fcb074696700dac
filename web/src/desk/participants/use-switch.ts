/** A way of looking at a list that is on or off: it stands in the address, so that it is there again on the way back. */
import { useSearchParams } from 'react-router-dom';

export function useSwitch(name: string): [boolean, () => void] {
  const [address, setAddress] = useSearchParams();
  const on = address.has(name);
  const turn = () => {
    const next = new URLSearchParams(address);
    if (on) next.delete(name);
    else next.set(name, '1');
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return [on, turn];
}
