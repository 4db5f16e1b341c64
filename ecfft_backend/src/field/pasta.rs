//! The elements of `pasta_curves` themselves: the implementation that others are tested against.

use ff::{Field, WithSmallOrderMulGroup};
use pasta_curves::{arithmetic::VartimeField, Fp, Fq};

use super::{Element, Represents};

macro_rules! delegate {
    ($field:ty) => {
        impl Element for $field {
            const ZERO: Self = <$field as Field>::ZERO;
            const ONE: Self = <$field as Field>::ONE;
            const ZETA: Self = <$field as WithSmallOrderMulGroup<3>>::ZETA;

            #[inline]
            fn double(self) -> Self {
                Field::double(&self)
            }

            #[inline]
            fn square(self) -> Self {
                Field::square(&self)
            }

            #[inline]
            fn is_zero(&self) -> bool {
                self.is_zero_vartime()
            }

            #[inline]
            fn invert_vartime(&self) -> Option<Self> {
                VartimeField::invert_vartime(self)
            }
        }

        impl Represents<$field> for $field {
            fn from_pasta(element: &$field) -> Self {
                *element
            }

            fn to_pasta(self) -> $field {
                self
            }
        }
    };
}

delegate!(Fp);
delegate!(Fq);
