//! One walk over any state: every number in it that names a thing of the game, and every table that has a row for each.
//!
//! A typed index ([`crate::index!`]) serialises as a newtype of its name, and a [`crate::Table`] as one of its index's table name,
//! so a walk finds them wherever they are, with the path that leads there. [`walk`] only looks; [`exchange`] writes the state
//! down with other numbers and reads it back.

use std::fmt::{self, Display};

use serde::de::DeserializeOwned;
use serde::ser::{self, Serialize, Serializer};

mod number;

use crate::Index;
use number::number_of;

/// What a walk came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A number of this name: a typed index, or another newtype that holds an unsigned number.
    Number(&'static str, u32),
    /// A table of this name with so many rows.
    Table(&'static str, usize),
}

/// The way from a state to something in it: fields, places in lists, variants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(Vec<Step>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Name(&'static str),
    At(usize),
    Row(usize),
}

impl Path {
    /// The name of the state's own field that it begins with; empty if it doesn't begin with one.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self.0.first() {
            Some(Step::Name(name)) => name,
            _ => "",
        }
    }

    /// Whether it leads through the row of a table.
    #[must_use]
    pub fn is_in_row(&self) -> bool {
        self.0.iter().any(|step| matches!(step, Step::Row(_)))
    }
}

/// As one would write it in Rust: `plans[1][0].Step`.
impl Display for Path {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.0.iter().enumerate() {
            match step {
                Step::Name(name) if number == 0 => out.write_str(name)?,
                Step::Name(name) => write!(out, ".{name}")?,
                Step::At(at) | Step::Row(at) => write!(out, "[{at}]")?,
            }
        }
        Ok(())
    }
}

/// Shows `look` everything in the state that is of interest, in the order in which a save has it.
///
/// # Panics
///
/// If the state can't be serialised.
pub fn walk<S: Serialize>(state: &S, mut look: impl FnMut(&Path, Found)) {
    let mut look = |path: &Path, seen: Found| {
        look(path, seen);
        None
    };
    let mut tour = Tour { path: Path::default(), table: None, look: &mut look };
    // Its bytes are only counted.
    let mut nowhere = postcard::Serializer { output: postcard::ser_flavors::Size::default() };
    state.serialize(Walker { inner: &mut nowhere, tour: &mut tour }).expect("a state can be written");
}

/// The same state in which every thing of a kind has been replaced by what `other` makes of it, wherever the state names one.
/// Rows of tables stay where they are. What the state doesn't serialise is as it is after a load.
///
/// # Panics
///
/// If the state can't be serialised, or not read back with the new numbers.
#[must_use]
pub fn exchange<I: Index, S: Serialize + DeserializeOwned>(state: &S, other: impl Fn(I) -> I) -> S {
    let mut look = |_: &Path, seen: Found| match seen {
        Found::Number(name, number) if name == I::NAME => Some(other(I::nth(number as usize)).place() as u32),
        _ => None,
    };
    let mut tour = Tour { path: Path::default(), table: None, look: &mut look };
    let mut bytes = postcard::Serializer { output: postcard::ser_flavors::AllocVec::new() };
    state.serialize(Walker { inner: &mut bytes, tour: &mut tour }).expect("a state can be written");
    let bytes = postcard::ser_flavors::Flavor::finalize(bytes.output).expect("a state can be written");
    postcard::from_bytes(&bytes).expect("what was written can be read")
}

/// For a thing that stood in one of these pairs, the one that stands there now; any other as it is.
pub fn stands_for<I: Index>(pairs: &[(I, I)]) -> impl Fn(I) -> I {
    |thing| pairs.iter().find(|&&(_, stood)| stood == thing).map_or(thing, |&(stands, _)| stands)
}

/// What a walk keeps as it goes.
struct Tour<'t> {
    path: Path,
    /// The name of the newtype that has just been entered: if a list follows, it is a table.
    table: Option<&'static str>,
    look: &'t mut dyn FnMut(&Path, Found) -> Option<u32>,
}

impl Tour<'_> {
    fn within<T>(&mut self, step: Step, go: impl FnOnce(&mut Self) -> T) -> T {
        self.path.0.push(step);
        let gone = go(self);
        self.path.0.pop();
        gone
    }
}

/// A serializer that shows what passes through it, and hands everything on to another.
struct Walker<'w, 't, S> {
    inner: S,
    tour: &'w mut Tour<'t>,
}

/// Something to be serialised through a walker.
struct Through<'a, 'w, 't, T: ?Sized> {
    value: &'a T,
    tour: std::cell::RefCell<&'w mut Tour<'t>>,
}

impl<T: Serialize + ?Sized> Serialize for Through<'_, '_, '_, T> {
    fn serialize<S: Serializer>(&self, inner: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(Walker { inner, tour: &mut self.tour.borrow_mut() })
    }
}

fn through<'a, 'w, 't, T: ?Sized>(value: &'a T, tour: &'w mut Tour<'t>) -> Through<'a, 'w, 't, T> {
    Through { value, tour: std::cell::RefCell::new(tour) }
}

/// The parts of something compound, one after another.
struct Parts<'w, 't, C> {
    inner: C,
    tour: &'w mut Tour<'t>,
    at: usize,
    table: bool,
    variant: bool,
}

impl<'w, 't, C> Parts<'w, 't, C> {
    fn of(inner: C, tour: &'w mut Tour<'t>, variant: Option<&'static str>) -> Self {
        if let Some(variant) = variant {
            tour.path.0.push(Step::Name(variant));
        }
        Self { inner, tour, at: 0, table: false, variant: variant.is_some() }
    }

    fn next<T: ?Sized, O>(&mut self, value: &T, put: impl FnOnce(&mut C, &Through<'_, '_, '_, T>) -> O) -> O {
        let step = if self.table { Step::Row(self.at) } else { Step::At(self.at) };
        self.at += 1;
        self.named(step, value, put)
    }

    fn named<T: ?Sized, O>(
        &mut self,
        step: Step,
        value: &T,
        put: impl FnOnce(&mut C, &Through<'_, '_, '_, T>) -> O,
    ) -> O {
        let inner = &mut self.inner;
        self.tour.within(step, |tour| put(inner, &through(value, tour)))
    }

    fn end(self) -> C {
        if self.variant {
            self.tour.path.0.pop();
        }
        self.inner
    }
}

macro_rules! pass_on {
    ($($name:ident($type:ty)),*) => {
        $(fn $name(self, value: $type) -> Result<S::Ok, S::Error> {
            self.tour.table = None;
            self.inner.$name(value)
        })*
    };
}

impl<'w, 't, S: Serializer> Serializer for Walker<'w, 't, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Parts<'w, 't, S::SerializeSeq>;
    type SerializeTuple = Parts<'w, 't, S::SerializeTuple>;
    type SerializeTupleStruct = Parts<'w, 't, S::SerializeTupleStruct>;
    type SerializeTupleVariant = Parts<'w, 't, S::SerializeTupleVariant>;
    type SerializeMap = Parts<'w, 't, S::SerializeMap>;
    type SerializeStruct = Parts<'w, 't, S::SerializeStruct>;
    type SerializeStructVariant = Parts<'w, 't, S::SerializeStructVariant>;

    pass_on!(
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_i128(i128),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_u128(u128),
        serialize_f32(f32),
        serialize_f64(f64),
        serialize_char(char),
        serialize_str(&str),
        serialize_bytes(&[u8])
    );

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&through(value, self.tour))
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit()
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit_struct(name)
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let Some(number) = number_of(value) else {
            self.tour.table = Some(name);
            return self.inner.serialize_newtype_struct(name, &through(value, self.tour));
        };
        match (self.tour.look)(&self.tour.path, Found::Number(name, number.value)) {
            Some(other) => self.inner.serialize_newtype_struct(name, &number.with(other)),
            None => self.inner.serialize_newtype_struct(name, value),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let Self { inner, tour } = self;
        tour.within(Step::Name(variant), |tour| {
            inner.serialize_newtype_variant(name, index, variant, &through(value, tour))
        })
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        let table = self.tour.table.take().zip(len);
        if let Some((name, len)) = table {
            (self.tour.look)(&self.tour.path, Found::Table(name, len));
        }
        Ok(Parts { table: table.is_some(), ..Parts::of(self.inner.serialize_seq(len)?, self.tour, None) })
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        self.tour.table = None;
        Ok(Parts::of(self.inner.serialize_tuple(len)?, self.tour, None))
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        Ok(Parts::of(self.inner.serialize_tuple_struct(name, len)?, self.tour, None))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        let inner = self.inner.serialize_tuple_variant(name, index, variant, len)?;
        Ok(Parts::of(inner, self.tour, Some(variant)))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        Ok(Parts::of(self.inner.serialize_map(len)?, self.tour, None))
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        Ok(Parts::of(self.inner.serialize_struct(name, len)?, self.tour, None))
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        let inner = self.inner.serialize_struct_variant(name, index, variant, len)?;
        Ok(Parts::of(inner, self.tour, Some(variant)))
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! in_order {
    ($($trait:ident $put:ident),*) => {
        $(impl<C: ser::$trait> ser::$trait for Parts<'_, '_, C> {
            type Ok = C::Ok;
            type Error = C::Error;

            fn $put<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), C::Error> {
                self.next(value, |inner, value| inner.$put(value))
            }

            fn end(self) -> Result<C::Ok, C::Error> {
                Parts::end(self).end()
            }
        })*
    };
}

in_order!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! by_name {
    ($($trait:ident),*) => {
        $(impl<C: ser::$trait> ser::$trait for Parts<'_, '_, C> {
            type Ok = C::Ok;
            type Error = C::Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), C::Error> {
                self.named(Step::Name(name), value, |inner, value| inner.serialize_field(name, value))
            }

            fn end(self) -> Result<C::Ok, C::Error> {
                Parts::end(self).end()
            }
        })*
    };
}

by_name!(SerializeStruct, SerializeStructVariant);

impl<C: ser::SerializeMap> ser::SerializeMap for Parts<'_, '_, C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), C::Error> {
        self.next(key, |inner, key| inner.serialize_key(key))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), C::Error> {
        let step = Step::At(self.at.saturating_sub(1));
        self.named(step, value, |inner, value| inner.serialize_value(value))
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        Parts::end(self).end()
    }
}
